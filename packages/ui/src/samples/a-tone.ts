const RATE = 8_000;

/** A tone of that many seconds as the address of a WAV file. */
export function aTone(seconds: number): string {
  const samples = new Int16Array(RATE * seconds).map(
    (_, index) => Math.sin((index / RATE) * 440 * 2 * Math.PI) * 8_000,
  );
  const head = new DataView(new ArrayBuffer(44));
  const write = (at: number, text: string): void =>
    [...text].forEach((letter, index) => {
      head.setUint8(at + index, letter.charCodeAt(0));
    });
  write(0, "RIFF");
  head.setUint32(4, 36 + samples.byteLength, true);
  write(8, "WAVEfmt ");
  head.setUint32(16, 16, true);
  head.setUint16(20, 1, true);
  head.setUint16(22, 1, true);
  head.setUint32(24, RATE, true);
  head.setUint32(28, RATE * 2, true);
  head.setUint16(32, 2, true);
  head.setUint16(34, 16, true);
  write(36, "data");
  head.setUint32(40, samples.byteLength, true);
  return URL.createObjectURL(new Blob([head.buffer, samples], { type: "audio/wav" }));
}
