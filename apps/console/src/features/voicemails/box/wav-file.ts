/** What telephones play: more would be thrown away. */
const RATE = 16_000;
const HEADER_BYTES = 44;

/** What the browser recorded, as a WAV file of one channel: every server and telephone reads that. */
export async function toWav(recorded: Blob): Promise<File> {
  const context = new OfflineAudioContext(1, 1, RATE);
  const sound = await context.decodeAudioData(await recorded.arrayBuffer());
  return new File([wavOf(sound.getChannelData(0))], "greeting.wav", { type: "audio/wav" });
}

function wavOf(samples: Float32Array): ArrayBuffer {
  const file = new ArrayBuffer(HEADER_BYTES + samples.length * 2);
  const view = new DataView(file);
  const text = (at: number, words: string): void => {
    for (let each = 0; each < words.length; each += 1) view.setUint8(at + each, words.charCodeAt(each));
  };
  text(0, "RIFF");
  view.setUint32(4, file.byteLength - 8, true);
  text(8, "WAVEfmt ");
  view.setUint32(16, 16, true);
  view.setUint16(20, 1, true);
  view.setUint16(22, 1, true);
  view.setUint32(24, RATE, true);
  view.setUint32(28, RATE * 2, true);
  view.setUint16(32, 2, true);
  view.setUint16(34, 16, true);
  text(36, "data");
  view.setUint32(40, samples.length * 2, true);
  samples.forEach((sample, at) => {
    view.setInt16(HEADER_BYTES + at * 2, Math.max(-1, Math.min(1, sample)) * 32_767, true);
  });
  return file;
}

/** The bytes as base64, as the service takes them. */
export async function toBase64(file: Blob): Promise<string> {
  const address = await new Promise<string>((resolve, reject) => {
    const reader = new FileReader();
    reader.onload = () => resolve(String(reader.result));
    reader.onerror = () => reject(reader.error ?? new Error("The file cannot be read."));
    reader.readAsDataURL(file);
  });
  return address.slice(address.indexOf(",") + 1);
}
