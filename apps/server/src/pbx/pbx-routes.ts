import type { pbxApi } from "@offhook/contract";
import type { Handlers } from "../http/handlers.ts";
import type { BlockedCallerService } from "./control/blocked-caller-service.ts";
import type { CallControlService } from "./control/call-control-service.ts";
import type { CallHistoryService } from "./records/call-history-service.ts";

export interface PbxServices {
  readonly history: CallHistoryService;
  readonly control: CallControlService;
  readonly blockedCallers: BlockedCallerService;
}

export function pbxRoutes({ history, control, blockedCallers }: PbxServices): Handlers<typeof pbxApi> {
  return {
    listCallRecords: ({ actor, query }) => history.list(actor, query),
    getCallRecord: ({ actor, query }) => history.read(actor, query.id),
    markCallRecordsRead: ({ actor, body }) => history.markRead(actor, body),
    getCallRecording: ({ actor, query }) => history.recording(actor, query.id),
    sendCall: ({ actor, body }) => control.send(actor, body),
    listLiveCalls: ({ actor }) => control.list(actor),
    controlCall: ({ actor, body }) => control.control(actor, body),
    listBlockedCallers: ({ actor }) => blockedCallers.list(actor),
    getBlockedCallers: ({ actor, query }) => blockedCallers.read(actor, query.phone),
    blockCallers: ({ actor, body }) => blockedCallers.block(actor, body),
    unblockCaller: ({ actor, query }) => blockedCallers.unblock(actor, query),
  };
}
