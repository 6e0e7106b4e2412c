import type { Clock } from "@offhook/kernel";
import type { Database } from "../../database/database.ts";
import type { UnreadService } from "../unread/index.ts";
import { BlockedCallerService } from "./blocked-callers/blocked-caller-service.ts";
import type { CallPhones } from "./call-phones.ts";
import { callRoutes } from "./call-routes.ts";
import { CallHistoryService } from "./history/call-history-service.ts";
import { CallNotes } from "./history/call-notes.ts";
import { LineService } from "./lines/line-service.ts";
import { PhoneService, type PhoneServiceDeps } from "./lines/phone-service.ts";
import { CallControlService, type SendChat, type SendText } from "./live/call-control-service.ts";
import { pbxRoutes } from "./pbx-routes.ts";
import type { RecordingTranscripts } from "./recordings/recording-transcripts.ts";

export interface CallsFeatureDeps {
  readonly database: Database;
  readonly clock: Clock;
  readonly unread: UnreadService;
  readonly fileUrl: (key: string) => string;
  readonly phones: CallPhones;
  readonly userSettings: PhoneServiceDeps["userSettings"];
  readonly presence: PhoneServiceDeps["presence"];
  readonly transcripts: RecordingTranscripts;
  readonly sendText: SendText;
  readonly sendChat: SendChat;
}

export interface CallsFeature {
  /** Lines, notes and exports. */
  readonly handlers: ReturnType<typeof callRoutes>;
  /** What concerns calls themselves, over or live. */
  readonly pbxHandlers: ReturnType<typeof pbxRoutes>;
}

export function createCallsFeature(deps: CallsFeatureDeps): CallsFeature {
  const { database, phones: system } = deps;
  const whenKnown = () => system.settled();
  const phones = new PhoneService({ ...deps, whenKnown });
  const notes = new CallNotes(deps);
  return {
    handlers: callRoutes({ database, phones, notes }),
    pbxHandlers: pbxRoutes({
      history: new CallHistoryService(deps),
      control: new CallControlService(deps),
      lines: new LineService(deps),
      blockedCallers: new BlockedCallerService({ database, whenKnown }),
    }),
  };
}
