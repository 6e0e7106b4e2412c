import type { pbxApi } from "@offhook/contract";
import type { Handlers } from "../../http/routes/handlers.ts";
import type { BlockedCallerService } from "./blocked-callers/blocked-caller-service.ts";
import type { CallHistoryService } from "./history/call-history-service.ts";
import type { LineService } from "./lines/line-service.ts";
import type { CallControlService } from "./live/call-control-service.ts";

export interface PbxServices {
  readonly history: CallHistoryService;
  readonly control: CallControlService;
  readonly blockedCallers: BlockedCallerService;
  readonly lines: LineService;
}

export function pbxRoutes({ history, control, blockedCallers, lines }: PbxServices): Handlers<typeof pbxApi> {
  return {
    listCallRecords: ({ actor, query }) => history.list(actor, query),
    getCallRecord: ({ actor, query }) => history.read(actor, query.id),
    markCallRecordsRead: ({ actor, body }) => history.markRead(actor, body),
    getCallRecording: ({ actor, query }) => history.recording(actor, query.id),
    transcribeRecording: ({ actor, body }) => history.transcribe(actor, body.id),
    sendCall: ({ actor, body }) => control.send(actor, body),
    testCall: ({ actor }) => control.ringForTest(actor),
    listLiveCalls: ({ actor }) => control.list(actor),
    controlCall: ({ actor, body }) => control.control(actor, body),
    getEmergencyCalling: ({ actor }) => lines.emergency(actor),
    releaseLine: async ({ actor, body }) => {
      await lines.release(actor.customerId, body.line);
      return {};
    },
    listBlockedCallers: ({ actor }) => blockedCallers.list(actor),
    getBlockedCallers: ({ actor, query }) => blockedCallers.read(actor, query.phone),
    blockCallers: ({ actor, body }) => blockedCallers.block(actor, body),
    unblockCaller: ({ actor, query }) => blockedCallers.unblock(actor, query),
  };
}
