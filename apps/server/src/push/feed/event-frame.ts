import type { PushServerFrame } from "@offhook/contract";
import { type LoggedEvent, REPLACED } from "../../database/events/event-log.ts";

/** An event as it goes over the wire, written once however many hear it. */
export interface EventFrame {
  readonly id: number;
  readonly channel: string;
  readonly text: string;
  /** A later event tells all that it told. */
  readonly isReplaced: boolean;
  /** After it, the channels that users may hear may be different. */
  readonly changesChannels: boolean;
}

export function toEventFrame({ id, channel, event }: LoggedEvent): EventFrame {
  return {
    id,
    channel,
    text: writeFrame({ type: "event", id, channel, event }),
    isReplaced: event.type === REPLACED,
    changesChannels: event.type === "DID_UPDATE",
  };
}

export function writeFrame(frame: PushServerFrame): string {
  return JSON.stringify(frame);
}
