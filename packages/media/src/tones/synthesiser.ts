export interface Note {
  /** Beats since the start of the piece. */
  readonly beat: number;
  readonly beats: number;
  /** MIDI number: 69 is the A of 440 Hz. */
  readonly pitch: number;
  /** 0 to 1. */
  readonly loudness: number;
}

/** A sound as a function of time: seconds since the note began, and how long its key is held. */
export type Instrument = (hz: number, seconds: number, heldSeconds: number) => number;

interface Part {
  readonly instrument: Instrument;
  readonly notes: readonly Note[];
  /** Time after the key is let go until nothing is heard any more. */
  readonly releaseSeconds: number;
}

export interface Score {
  readonly beatsPerMinute: number;
  readonly beats: number;
  readonly parts: readonly Part[];
}

const turn = 2 * Math.PI;
const hzOf = (pitch: number): number => 440 * 2 ** ((pitch - 69) / 12);

/** Rises in a moment and dies away like a struck string. */
const struck = (seconds: number, halfLife: number): number =>
  Math.min(1, seconds / 0.006) * 2 ** (-seconds / halfLife);

/** Swells and fades around the time the key is held. */
function bowed(seconds: number, heldSeconds: number, swell: number, fade: number): number {
  const rise = Math.min(1, seconds / swell);
  const fall = seconds < heldSeconds ? 1 : Math.max(0, 1 - (seconds - heldSeconds) / fade);
  return rise * fall;
}

/** A soft electric piano: one sine bends another, less and less. */
export const electricPiano: Instrument = (hz, seconds, heldSeconds) => {
  const damp = seconds < heldSeconds ? 1 : Math.max(0, 1 - (seconds - heldSeconds) / 0.4);
  const bend = 1.4 * struck(seconds, 0.25) * Math.sin(turn * hz * seconds);
  return damp * struck(seconds, 0.7) * Math.sin(turn * hz * seconds + bend);
};

export const pad: Instrument = (hz, seconds, heldSeconds) => {
  const shimmer = 1 + 0.002 * Math.sin(turn * 0.6 * seconds);
  const tone = Math.sin(turn * hz * shimmer * seconds) + 0.3 * Math.sin(turn * 2.001 * hz * seconds);
  return bowed(seconds, heldSeconds, 0.6, 0.8) * tone;
};

/** With overtones that a telephone carries: the fundamental alone would not be heard on one. */
export const bass: Instrument = (hz, seconds, heldSeconds) => {
  const tone =
    Math.sin(turn * hz * seconds) +
    0.5 * Math.sin(turn * 2 * hz * seconds) +
    0.25 * Math.sin(turn * 3 * hz * seconds);
  return bowed(seconds, heldSeconds, 0.02, 0.15) * struck(seconds, 0.9) * tone;
};

export const vibraphone: Instrument = (hz, seconds) => {
  const tremolo = 1 + 0.15 * Math.sin(turn * 5 * seconds);
  return (
    tremolo *
    struck(seconds, 0.8) *
    (Math.sin(turn * hz * seconds) + 0.25 * Math.sin(turn * 4 * hz * seconds) * struck(seconds, 0.1))
  );
};

/** Renders a piece that loops: what sounds on after the end is heard at the beginning. */
export function renderScore(
  { beatsPerMinute, beats, parts }: Score,
  sampleRate: number,
  peak: number,
): Int16Array {
  const secondsPerBeat = 60 / beatsPerMinute;
  const mix = new Float64Array(Math.round(beats * secondsPerBeat * sampleRate));
  for (const part of parts)
    for (const note of part.notes) addNote(mix, part, note, secondsPerBeat, sampleRate);
  const loudest = mix.reduce((most, sample) => Math.max(most, Math.abs(sample)), 1e-9);
  return Int16Array.from(mix, (sample) => Math.round((sample / loudest) * peak));
}

function addNote(
  mix: Float64Array,
  { instrument, releaseSeconds }: Part,
  { beat, beats, pitch, loudness }: Note,
  secondsPerBeat: number,
  sampleRate: number,
): void {
  const heldSeconds = beats * secondsPerBeat;
  const start = Math.round(beat * secondsPerBeat * sampleRate);
  const length = Math.round((heldSeconds + releaseSeconds) * sampleRate);
  const hz = hzOf(pitch);
  for (let at = 0; at < length; at += 1) {
    const place = (start + at) % mix.length;
    mix[place] = (mix[place] ?? 0) + loudness * instrument(hz, at / sampleRate, heldSeconds);
  }
}
