import type { PushServerFrame } from "@offhook/contract";
import type { LoggedEvent } from "../../database/events/event-log.ts";

/** An event as it goes over the wire, written once however many hear it. */
export interface EventFrame {
  readonly id: number;
  readonly channel: string;
  readonly text: string;
  /** After it, the channels that users may hear may be different. */
  readonly changesChannels: boolean;
}

export function toEventFrame({ id, channel, event }: LoggedEvent): EventFrame {
  return {
    id,
    channel,
    text: writeFrame({ type: "event", id, channel, event }),
    changesChannels: event.type === "DID_UPDATE",
  };
}

export function writeFrame(frame: PushServerFrame): string {
  return JSON.stringify(frame);
}
