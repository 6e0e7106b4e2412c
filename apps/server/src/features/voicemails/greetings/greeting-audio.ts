import { decodeAudio, wavOf } from "@offhook/media/decoding";

export interface GreetingAudioJob {
  /** Base64. */
  readonly file: string;
  readonly maxSeconds: number;
}

export type GreetingAudio =
  /** As a file that browsers and the media process play. */
  | { readonly kind: "audio"; readonly wav: Uint8Array; readonly durationMs: number }
  | { readonly kind: "notAudio" | "tooLong" };

export async function readGreetingAudio({ file, maxSeconds }: GreetingAudioJob): Promise<GreetingAudio> {
  const decoded = await decodeAudio(Buffer.from(file, "base64"), maxSeconds);
  if (decoded.kind !== "audio") return decoded;
  const { samples } = decoded;
  return { kind: "audio", wav: wavOf(samples), durationMs: Math.round(samples.length / 16) };
}
