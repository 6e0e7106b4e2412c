import type { MediaCommandName, ParamsOf, ResultOf } from "./media-commands.ts";
import type { MediaErrorCode } from "./media-error.ts";
import type { MediaEventName, MediaEvents } from "./media-events.ts";
import type { MediaSettings } from "./media-settings.ts";

/** Frames of one moment go together: a message between processes costs more than what is in it. */
export interface FrameBatch<Frame> {
  readonly type: "batch";
  readonly frames: readonly Frame[];
}

/** From the control process to the media process. */
export type ControlFrame =
  | { readonly type: "configure"; readonly settings: MediaSettings }
  | { readonly type: "ping" }
  /** End recordings properly, close everything and exit. */
  | { readonly type: "stop" }
  | {
      [Name in MediaCommandName]: {
        readonly type: "request";
        readonly id: number;
        readonly name: Name;
        readonly params: ParamsOf<Name>;
      };
    }[MediaCommandName]
  /** A command whose result nobody waits for: only its refusal comes back, as an event. */
  | {
      [Name in MediaCommandName]: {
        readonly type: "order";
        readonly name: Name;
        readonly params: ParamsOf<Name>;
      };
    }[MediaCommandName];

/** From the media process to the control process. */
export type MediaFrame =
  | { readonly type: "ready" }
  | { readonly type: "pong" }
  | { readonly type: "result"; readonly id: number; readonly result: ResultOf<MediaCommandName> }
  | { readonly type: "refusal"; readonly id: number; readonly code: MediaErrorCode; readonly message: string }
  | {
      [Name in MediaEventName]: {
        readonly type: "event";
        readonly name: Name;
        readonly payload: MediaEvents[Name];
      };
    }[MediaEventName];
