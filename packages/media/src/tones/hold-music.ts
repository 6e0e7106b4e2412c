import { bass, electricPiano, type Note, pad, type Score, vibraphone } from "./synthesiser.ts";

interface Bar {
  readonly root: number;
  /** Chord tones above middle C, low to high. */
  readonly chord: readonly [number, number, number, number];
}

const BEATS_PER_BAR = 4;

const bar = (root: number, ...chord: Bar["chord"]): Bar => ({ root, chord });
const D = bar(38, 62, 66, 69, 73);
const BM = bar(47, 62, 66, 69, 71);
const G = bar(43, 62, 66, 67, 71);
const A = bar(45, 62, 64, 69, 71);
const FSHARP_M = bar(42, 61, 64, 66, 69);
const EM = bar(40, 62, 64, 67, 71);
const D_OVER_FSHARP = bar(42, 62, 66, 69, 74);

/** Sixteen bars in D, from rest to rest. */
const BARS: readonly Bar[] = [D, BM, G, A, D, FSHARP_M, G, A, BM, FSHARP_M, G, D_OVER_FSHARP, EM, A, G, A];

/** The order in which a bar's eighths walk over its chord, one way and the other. */
const WALKS = [
  [0, 1, 2, 3, 2, 1, 3, 2],
  [0, 2, 1, 3, 2, 3, 1, 2],
] as const;

/** Beat, length, pitch: a tune with room to breathe, only in every other phrase. */
const TUNE: readonly (readonly [number, number, number])[] = [
  [16, 1.5, 81],
  [17.5, 0.5, 78],
  [18, 2, 76],
  [20, 1.5, 78],
  [21.5, 0.5, 76],
  [22, 2, 73],
  [24, 1, 74],
  [25, 1, 76],
  [26, 2, 78],
  [28, 3, 76],
  [48, 1.5, 79],
  [49.5, 0.5, 78],
  [50, 2, 76],
  [52, 1, 74],
  [53, 1, 73],
  [54, 2, 69],
  [56, 1.5, 71],
  [57.5, 0.5, 74],
  [58, 2, 78],
  [60, 3.5, 76],
];

function arpeggio({ chord }: Bar, index: number): Note[] {
  return (WALKS[index % 2] ?? WALKS[0]).map((step, eighth) => ({
    beat: index * BEATS_PER_BAR + eighth / 2,
    beats: 0.5,
    pitch: chord[step],
    loudness: eighth % 4 === 0 ? 0.34 : 0.22 + 0.04 * ((index + eighth) % 3),
  }));
}

function sustained({ chord }: Bar, index: number): Note[] {
  return chord.map((pitch) => ({ beat: index * BEATS_PER_BAR, beats: BEATS_PER_BAR, pitch, loudness: 0.06 }));
}

function bassLine({ root }: Bar, index: number): Note[] {
  const beat = index * BEATS_PER_BAR;
  return [
    { beat, beats: 1.75, pitch: root, loudness: 0.3 },
    { beat: beat + 2, beats: 1, pitch: root + 12, loudness: 0.16 },
    { beat: beat + 3, beats: 0.9, pitch: root + 7, loudness: 0.2 },
  ];
}

/** The music that waits with you. Made here, so that nobody owns it but us. */
export const HOLD_MUSIC: Score = {
  beatsPerMinute: 80,
  beats: BARS.length * BEATS_PER_BAR,
  parts: [
    { instrument: electricPiano, releaseSeconds: 0.4, notes: BARS.flatMap(arpeggio) },
    { instrument: pad, releaseSeconds: 0.8, notes: BARS.flatMap(sustained) },
    { instrument: bass, releaseSeconds: 0.15, notes: BARS.flatMap(bassLine) },
    {
      instrument: vibraphone,
      releaseSeconds: 1.5,
      notes: TUNE.map(([beat, beats, pitch]) => ({ beat, beats, pitch, loudness: 0.3 })),
    },
  ],
};
