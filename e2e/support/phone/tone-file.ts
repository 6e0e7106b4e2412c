const RATE = 8_000;
const SECONDS = 90;
const HEADER_BYTES = 44;

/** A WAV file of a tone, mono, 16 bits at 8 kHz: the voice of a phone without a microphone. */
export function toneFile(hz: number): Buffer {
  const samples = Int16Array.from({ length: RATE * SECONDS }, (_, index) =>
    Math.round(8_000 * Math.sin((2 * Math.PI * hz * index) / RATE)),
  );
  const header = Buffer.alloc(HEADER_BYTES);
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

/** The last second of a WAV file that is still being written. */
function lastSecond(file: Buffer): { readonly rate: number; readonly part: Int16Array } {
  if (file.length <= HEADER_BYTES) return { rate: RATE, part: new Int16Array() };
  // Some write their header last.
  const rate = file.readUInt32LE(24) || RATE;
  const bytes = file.subarray(HEADER_BYTES);
  const samples = new Int16Array(
    bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + (bytes.length & ~1)),
  );
  return { rate, part: samples.subarray(-rate) };
}

/** How loud it is at its end, against full scale 1. */
export function loudness(file: Buffer): number {
  const { part } = lastSecond(file);
  const power = part.reduce((sum, sample) => sum + (sample / 32_768) ** 2, 0);
  return part.length === 0 ? 0 : Math.sqrt(power / part.length);
}

/** How strong a frequency is at its end, against full scale 1. */
export function toneLevel(file: Buffer, hz: number): number {
  const { rate, part } = lastSecond(file);
  const step = 2 * Math.cos((2 * Math.PI * hz) / rate);
  let [before, last] = [0, 0];
  for (const sample of part) [before, last] = [last, sample / 32_768 + step * last - before];
  const power = last * last + before * before - step * last * before;
  return part.length === 0 ? 0 : (2 * Math.sqrt(Math.max(0, power))) / part.length;
}
