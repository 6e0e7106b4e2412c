/** How strong a frequency is in the last second of samples at 8 kHz (Goertzel), against full scale 1. */
export function toneLevel(samples: Int16Array, hz: number): number {
  const part = samples.subarray(-8_000);
  const step = 2 * Math.cos((2 * Math.PI * hz) / 8_000);
  let [before, last] = [0, 0];
  for (const sample of part) [before, last] = [last, sample / 32_768 + step * last - before];
  const power = last * last + before * before - step * last * before;
  return part.length === 0 ? 0 : (2 * Math.sqrt(Math.max(0, power))) / part.length;
}

const RATE = 8_000;
const SECONDS = 90;

/** A WAV file of a tone, mono, 16 bits at 8 kHz. */
export function toneFile(hz: number): Buffer {
  const samples = Int16Array.from({ length: RATE * SECONDS }, (_, index) =>
    Math.round(8_000 * Math.sin((2 * Math.PI * hz * index) / RATE)),
  );
  const header = Buffer.alloc(44);
  header.write("RIFF", 0);
  header.writeUInt32LE(36 + samples.byteLength, 4);
  header.write("WAVEfmt ", 8);
  header.writeUInt32LE(16, 16);
  header.writeUInt16LE(1, 20);
  header.writeUInt16LE(1, 22);
  header.writeUInt32LE(RATE, 24);
  header.writeUInt32LE(2 * RATE, 28);
  header.writeUInt16LE(2, 32);
  header.writeUInt16LE(16, 34);
  header.write("data", 36);
  header.writeUInt32LE(samples.byteLength, 40);
  return Buffer.concat([header, Buffer.from(samples.buffer)]);
}
