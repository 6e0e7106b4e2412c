import type { Note } from "./synthesis.ts";

const rest = (ms: number): Note => ({ frequencies: [], ms });
const bell = (frequency: number, ms: number, volume = 0.5): Note => ({
  // The octave above, softly mixed in by being there at all, makes a sine sound like a struck bar.
  frequencies: [frequency, frequency * 2],
  ms,
  volume,
  shape: "bell",
});
const tone = (frequencies: readonly number[], ms: number, volume = 0.3): Note => ({
  frequencies,
  ms,
  volume,
});

const C5 = 523.25;
const E5 = 659.25;
const G5 = 783.99;
const C6 = 1046.5;

/** Every sound the console makes, as notes; nothing is sampled. */
export const SOUNDS = {
  /** The US ringback cadence: two seconds on, four off. */
  ringback: [tone([440, 480], 2_000), rest(4_000)],
  incoming: [bell(G5, 180, 0.7), bell(C6, 180, 0.7), bell(G5, 180, 0.7), bell(C6, 520, 0.7), rest(1_800)],
  doorbell: [bell(E5, 700, 0.8), bell(C5, 1_100, 0.8), rest(1_200)],
  callWaiting: [tone([440], 300), rest(200), tone([440], 300), rest(3_000)],
  callEnded: [bell(E5, 160), bell(C5, 320)],
  sms: [bell(G5, 110), bell(C6, 260)],
  chat: [bell(C6, 90), bell(E5, 200)],
  /** Loops while the user tries out an output. */
  test: [bell(C5, 240), bell(E5, 240), bell(G5, 240), bell(C6, 600), rest(700)],
} as const satisfies Readonly<Record<string, readonly Note[]>>;

export type SoundName = keyof typeof SOUNDS;

const LOW = [697, 770, 852, 941] as const;
const HIGH = [1209, 1336, 1477] as const;
const ROWS = ["123", "456", "789", "*0#"] as const;
const DTMF_MS = 140;

/** The two tones of a keypad key (ITU-T Q.23); undefined for anything else. */
export function dtmfNotes(key: string): readonly Note[] | undefined {
  const row = ROWS.findIndex((keys) => key.length === 1 && keys.includes(key));
  const low = LOW[row];
  const high = HIGH[ROWS[row]?.indexOf(key) ?? -1];
  return low === undefined || high === undefined ? undefined : [tone([low, high], DTMF_MS)];
}
