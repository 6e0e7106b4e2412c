import type { Endpoint } from "@offhook/media/rtp";
import type { T30Session } from "../spandsp/t30-session.ts";

/** How a fax travels: as sound, or as packets of T.38. */
export interface FaxLine {
  readonly way: "phone" | "t38";
  readonly t30: T30Session;
  /** Nothing has been heard for longer than any machine is quiet: there is nobody, whatever T.30 waits for. */
  readonly isDead: boolean;
  receive(data: Uint8Array, from: Endpoint, nowMs: number): void;
  /** 20 ms have passed for the fax. */
  tick(nowMs: number): void;
  free(): void;
}

export type SendDatagram = (data: Uint8Array, to: Endpoint) => void;

/** T.30 gives up within a minute of silence, unless its modem has mistaken something for a carrier. */
export const DEAD_TICKS = 75 * 50;

/** 20 ms. */
export const FRAME_SAMPLES = 160;
