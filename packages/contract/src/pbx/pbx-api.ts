import { z } from "zod";
import { defineApi } from "../define-api.ts";
import { UnreadCounters } from "../messages/unread.ts";
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
import { LiveCall } from "./live-call.ts";

export const pbxApi = defineApi({
  listCallRecords: {
    method: "GET",
    path: "/phone/cdrs",
    access: "user",
    summary: "The call history of the user's lines",
    query: CallRecordsQuery,
    result: z.array(CallRecord),
  },
  getCallRecord: {
    method: "GET",
    path: "/phone/cdr",
    access: "user",
    summary: "One call of the history, with its quality and recordings",
    query: CallRecordQuery,
    result: CallRecordDetails,
  },
  markCallRecordsRead: {
    method: "PUT",
    path: "/phone/cdrs/read",
    access: "user",
    summary: "Mark missed calls as read",
    body: CallRecordsRead,
    result: UnreadCounters,
  },
  getCallRecording: {
    method: "GET",
    path: "/call/recording",
    access: "user",
    summary: "The address of a recorded call, by the recording's id or that of the call's entry",
    query: CallRecordingQuery,
    result: CallRecording,
  },
  sendCall: {
    method: "POST",
    path: "/send/call",
    access: "user",
    summary: "Ring a phone, then connect it with a number",
    body: SendCall,
    result: SentCall,
    ratePerMinute: 30,
  },
  listLiveCalls: {
    method: "GET",
    path: "/calls/live",
    access: "user",
    summary: "What goes on at this moment on the user's lines",
    result: z.array(LiveCall),
  },
  controlCall: {
    method: "POST",
    path: "/call/control",
    access: "user",
    summary: "Hang up, hold, transfer, park, join, record: whatever can be done with a live call",
    body: CallControl,
    result: CallControlResult,
  },
  listBlockedCallers: {
    method: "GET",
    path: "/caller/route/list",
    access: "user",
    summary: "The blocked callers of all lines of the user",
    result: z.array(BlockedCallers),
  },
  getBlockedCallers: {
    method: "GET",
    path: "/caller/route",
    access: "user",
    summary: "The blocked callers of a line",
    query: BlockedCallersQuery,
    result: BlockedCallers,
  },
  blockCallers: {
    method: "POST",
    path: "/caller/route",
    access: "user",
    summary: "Block callers",
    body: BlockCallers,
    result: z.array(BlockedCallers),
  },
  unblockCaller: {
    method: "DELETE",
    path: "/caller/route",
    access: "user",
    summary: "Let a caller through again",
    query: UnblockCaller,
    result: z.array(BlockedCallers),
  },
});
