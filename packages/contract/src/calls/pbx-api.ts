import { z } from "zod";
import { defineApi } from "../define-api.ts";
import { UnreadCounters } from "../unread/unread.ts";
import { BlockCallers, BlockedCallers, BlockedCallersQuery, UnblockCaller } from "./blocked-caller.ts";
import { CallControl, CallControlResult, SendCall, SentCall } from "./call-control.ts";
import {
  CallRecord,
  CallRecordDetails,
  CallRecording,
  CallRecordingQuery,
  CallRecordQuery,
  CallRecordsQuery,
  CallRecordsRead,
} from "./call-record.ts";
import { CallTranscript } from "./call-transcript.ts";
import { EmergencyCalling } from "./emergency.ts";
import { LiveCall } from "./live-call.ts";

export const pbxApi = defineApi({
  listCallRecords: {
    method: "GET",
    path: "/phone/cdrs",
    access: "calls",
    summary: "The call history of the user's lines",
    query: CallRecordsQuery,
    result: z.array(CallRecord),
  },
  getCallRecord: {
    method: "GET",
    path: "/phone/cdr",
    access: "calls",
    summary: "One call of the history, with its quality and recordings",
    query: CallRecordQuery,
    result: CallRecordDetails,
  },
  markCallRecordsRead: {
    method: "PUT",
    path: "/phone/cdrs/read",
    access: "calls",
    summary: "Mark missed calls as read",
    body: CallRecordsRead,
    result: UnreadCounters,
  },
  getCallRecording: {
    method: "GET",
    path: "/call/recording",
    access: "calls",
    summary: "The address of a recorded call, by the recording's id or that of the call's entry",
    query: CallRecordingQuery,
    result: CallRecording,
  },
  transcribeRecording: {
    method: "POST",
    path: "/call/recording/transcript",
    access: "calls",
    summary: "Have a recorded call transcribed; RECORDING_TRANSCRIPT tells when it is done",
    body: CallRecordingQuery,
    result: CallTranscript,
    ratePerMinute: 60,
  },
  sendCall: {
    method: "POST",
    path: "/send/call",
    access: "calls",
    summary: "Ring a phone, then connect it with a number",
    body: SendCall,
    result: SentCall,
    ratePerMinute: 30,
  },
  testCall: {
    method: "POST",
    path: "/calls/test",
    access: "calls",
    summary: "Ring the phone of this session, to prove that it rings; nothing of it stays in the history",
    result: SentCall,
    ratePerMinute: 6,
  },
  listLiveCalls: {
    method: "GET",
    path: "/calls/live",
    access: "calls",
    summary: "What goes on at this moment on the user's lines",
    result: z.array(LiveCall),
  },
  controlCall: {
    method: "POST",
    path: "/call/control",
    access: "calls",
    summary: "Hang up, hold, transfer, park, join, record: whatever can be done with a live call",
    body: CallControl,
    result: CallControlResult,
  },
  listBlockedCallers: {
    method: "GET",
    path: "/caller/route/list",
    access: "calls",
    summary: "The blocked callers of all lines of the user",
    result: z.array(BlockedCallers),
  },
  getBlockedCallers: {
    method: "GET",
    path: "/caller/route",
    access: "calls",
    summary: "The blocked callers of a line",
    query: BlockedCallersQuery,
    result: BlockedCallers,
  },
  blockCallers: {
    method: "POST",
    path: "/caller/route",
    access: "calls",
    summary: "Block callers",
    body: BlockCallers,
    result: z.array(BlockedCallers),
  },
  unblockCaller: {
    method: "DELETE",
    path: "/caller/route",
    access: "calls",
    summary: "Let a caller through again",
    query: UnblockCaller,
    result: z.array(BlockedCallers),
  },
  getEmergencyCalling: {
    method: "GET",
    path: "/phone/emergency",
    access: "calls",
    summary: "What happens when the user's line calls an emergency number",
    result: EmergencyCalling,
  },
  releaseLine: {
    method: "PUT",
    path: "/admin/lines/release",
    access: "administration",
    summary: "Let a line call again that was stopped because it looked stolen",
    body: z.object({ line: z.string().min(1).max(100) }),
    result: z.object({}),
  },
});
