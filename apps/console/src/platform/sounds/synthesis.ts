/** One note: the frequencies sound together, fade in and out, and last `ms`. No frequency is a rest. */
export interface Note {
  readonly frequencies: readonly number[];
  readonly ms: number;
  /** 0 to 1. */
  readonly volume?: number;
  /** `bell` rings out, `flat` holds its level like a line tone. */
  readonly shape?: "flat" | "bell";
}

export const SAMPLE_RATE = 16_000;

/** Without it every tone would begin and end with a click. */
const EDGE_MS = 6;
const BELL_DECAY = 5;

function envelope(shape: Note["shape"], position: number, lengthMs: number): number {
  const elapsedMs = position * lengthMs;
  const edge = Math.min(1, elapsedMs / EDGE_MS, (lengthMs - elapsedMs) / EDGE_MS);
  return shape === "bell" ? edge * Math.exp(-BELL_DECAY * position) : edge;
}

function renderNote({ frequencies, ms, volume = 0.5, shape = "flat" }: Note): Float32Array {
  const samples = new Float32Array(Math.round((ms * SAMPLE_RATE) / 1000));
  const amplitude = volume / Math.max(1, frequencies.length);
  for (let index = 0; index < samples.length; index += 1) {
    const seconds = index / SAMPLE_RATE;
    const sum = frequencies.reduce(
      (total, frequency) => total + Math.sin(2 * Math.PI * frequency * seconds),
      0,
    );
    samples[index] = sum * amplitude * envelope(shape, index / samples.length, ms);
  }
  return samples;
}

export function renderNotes(notes: readonly Note[]): Float32Array {
  const parts = notes.map(renderNote);
  const whole = new Float32Array(parts.reduce((length, part) => length + part.length, 0));
  let offset = 0;
  for (const part of parts) {
    whole.set(part, offset);
    offset += part.length;
  }
  return whole;
}

const HEADER_BYTES = 44;
const BYTES_PER_SAMPLE = 2;

/** A mono 16-bit WAV file: what an audio element plays, and the only thing that can be sent to a chosen output. */
export function wavFile(samples: Float32Array): ArrayBuffer {
  const dataBytes = samples.length * BYTES_PER_SAMPLE;
  const buffer = new ArrayBuffer(HEADER_BYTES + dataBytes);
  const view = new DataView(buffer);
  const ascii = (offset: number, text: string): void => {
    for (let index = 0; index < text.length; index += 1)
      view.setUint8(offset + index, text.charCodeAt(index));
  };
  ascii(0, "RIFF");
  view.setUint32(4, HEADER_BYTES - 8 + dataBytes, true);
  ascii(8, "WAVEfmt ");
  view.setUint32(16, 16, true);
  view.setUint16(20, 1, true);
  view.setUint16(22, 1, true);
  view.setUint32(24, SAMPLE_RATE, true);
  view.setUint32(28, SAMPLE_RATE * BYTES_PER_SAMPLE, true);
  view.setUint16(32, BYTES_PER_SAMPLE, true);
  view.setUint16(34, 8 * BYTES_PER_SAMPLE, true);
  ascii(36, "data");
  view.setUint32(40, dataBytes, true);
  samples.forEach((sample, index) => {
    const clipped = Math.max(-1, Math.min(1, sample));
    view.setInt16(HEADER_BYTES + index * BYTES_PER_SAMPLE, Math.round(clipped * 0x7fff), true);
  });
  return buffer;
}
