import type { RecordingFinished } from "@offhook/media/protocol";
import type { CallId, CallView } from "./calls/call-view.ts";
import type { CompanyId, EndpointId, QueueId, TrunkId } from "./dialplan/company-config.ts";

/** Whether and how a line can be reached. */
export interface EndpointPresence {
  readonly companyId: CompanyId;
  readonly endpointId: EndpointId;
  /** Devices that answer. A registration that does not is not counted. */
  readonly onlineDevices: number;
  readonly isOnCall: boolean;
  readonly isRinging: boolean;
}

export interface QueueStatus {
  readonly companyId: CompanyId;
  readonly queueId: QueueId;
  /** In order of their turn. */
  readonly waiting: readonly { readonly callId: CallId; readonly since: number; readonly position: number }[];
  readonly agents: readonly {
    readonly endpointId: EndpointId;
    readonly state: "loggedOut" | "unreachable" | "idle" | "ringing" | "busy" | "wrapUp";
  }[];
}

export interface TrunkStatus {
  readonly trunkId: TrunkId;
  readonly isUp: boolean;
  readonly isRegistered: boolean;
  readonly reason: string | undefined;
}

export type PbxAlarm =
  | {
      readonly kind: "internationalRefused";
      readonly endpointId: EndpointId | undefined;
      readonly number: string;
    }
  | {
      readonly kind: "blockedNumberRefused";
      readonly endpointId: EndpointId | undefined;
      readonly number: string;
    }
  | { readonly kind: "dailySpendReached"; readonly spent: number; readonly limit: number }
  | { readonly kind: "concurrentCallsReached"; readonly limit: number }
  | { readonly kind: "emergencyCall"; readonly endpointId: EndpointId | undefined; readonly number: string };

export interface PbxEvents {
  /** Every visible change of a live call, its first appearance included. */
  callChanged: CallView;
  /** Last word on a call: its phase is `ended`. */
  callEnded: CallView;
  presenceChanged: EndpointPresence;
  queueChanged: QueueStatus;
  trunkChanged: TrunkStatus;
  alarm: { readonly companyId: CompanyId; readonly alarm: PbxAlarm };
  recordingFinished: {
    readonly companyId: CompanyId;
    readonly callId: CallId;
    /** The line that asked for it. */
    readonly endpointId: EndpointId | undefined;
    readonly recording: RecordingFinished;
  };
}
