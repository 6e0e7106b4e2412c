import type { DtmfDigit } from "../rtp/dtmf/telephone-event.ts";
import type { Tone, ToneSegment } from "./tone.ts";

export type ToneName =
  | "dial"
  | "ringback"
  | "busy"
  | "congestion"
  | "callWaiting"
  | "confirmation"
  | "beep"
  | "joined"
  | "left";

const on = (durationMs: number, ...frequencies: number[]): ToneSegment => ({ frequencies, durationMs });
const off = (durationMs: number): ToneSegment => ({ frequencies: [], durationMs });
const repeating = (...segments: ToneSegment[]): Tone => ({ segments, isRepeating: true });
const once = (...segments: ToneSegment[]): Tone => ({ segments, isRepeating: false });

/** The precise tone plan of North America. Those of one second or less, continuous, hold whole periods. */
export const TONES: Readonly<Record<ToneName, Tone>> = {
  dial: repeating(on(1_000, 350, 440)),
  ringback: repeating(on(2_000, 440, 480), off(4_000)),
  busy: repeating(on(500, 480, 620), off(500)),
  congestion: repeating(on(240, 480, 620), off(260)),
  callWaiting: repeating(on(300, 440), off(9_700)),
  confirmation: once(on(100, 350, 440), off(100), on(100, 350, 440), off(100), on(100, 350, 440)),
  beep: once(on(400, 1_000)),
  joined: once(on(120, 523), on(160, 784)),
  left: once(on(120, 784), on(160, 523)),
};

const ROWS = [697, 770, 852, 941] as const;
const COLUMNS = [1_209, 1_336, 1_477, 1_633] as const;
const KEYPAD: readonly (readonly DtmfDigit[])[] = [
  ["1", "2", "3", "A"],
  ["4", "5", "6", "B"],
  ["7", "8", "9", "C"],
  ["*", "0", "#", "D"],
];

export const DTMF_ROWS: readonly number[] = ROWS;
export const DTMF_COLUMNS: readonly number[] = COLUMNS;

export const digitAt = (row: number, column: number): DtmfDigit | undefined => KEYPAD[row]?.[column];

export function dtmfTone(digit: DtmfDigit, durationMs: number): Tone {
  const row = KEYPAD.findIndex((digits) => digits.includes(digit));
  const column = KEYPAD[row]?.indexOf(digit) ?? 0;
  return once(on(durationMs, ROWS[row] ?? 0, COLUMNS[column] ?? 0), off(60));
}
