import type { FaxCallEvents } from "./fax-call-events.ts";
import type { AudioRemote, FaxOrder, T38Remote } from "./fax-order.ts";

/** To the fax process. */
export type FaxCommand =
  | { readonly type: "open"; readonly order: FaxOrder }
  | { readonly type: "talk"; readonly callId: string; readonly remote: AudioRemote }
  | { readonly type: "switchToT38"; readonly callId: string; readonly remote: T38Remote }
  | { readonly type: "backToAudio"; readonly callId: string }
  | { readonly type: "hangUp"; readonly callId: string }
  | { readonly type: "ping" };

/** From the fax process. */
export type FaxReport =
  | { readonly type: "ready" }
  /** It cannot fax at all; it ends after this. */
  | { readonly type: "unable"; readonly why: string }
  | { readonly type: "pong" }
  | { readonly type: "opened"; readonly callId: string; readonly port: number }
  | { readonly type: "refused"; readonly callId: string; readonly why: string }
  | {
      [Name in keyof FaxCallEvents]: {
        readonly type: "event";
        readonly callId: string;
        readonly name: Name;
        readonly payload: FaxCallEvents[Name];
      };
    }[keyof FaxCallEvents];
