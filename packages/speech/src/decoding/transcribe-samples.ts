import { findSpeech } from "../segments/find-speech.ts";
import { SAMPLE_RATE, type SpeechSegment } from "../segments/speech-segment.ts";
import { type DecodedSpeech, decodeGreedily } from "./greedy-decoder.ts";
import { type HeardPart, type HeardSentence, understoodSentences } from "./heard-part.ts";
import type { SpeechModel } from "./speech-model.ts";

/** Fast speakers stay below five tokens a second. */
const TOKENS_PER_SECOND = 6.5;
/**
 * Measured, see docs/transcription.md: understood English stays below 0.8 and above -0.4, other languages lie above
 * 1.2 or below -0.5.
 */
const HIGHEST_ENTROPY = 1.1;
const LOWEST_LOG_LIKELIHOOD = -0.6;

/** Told after each part; the next one waits for it. */
type OnProgress = () => void | Promise<void>;

/** Everything that could be understood, sentence by sentence; nothing where most of it could not. */
export async function transcribeSamples(
  samples: Int16Array,
  model: SpeechModel,
  onProgress?: OnProgress,
): Promise<readonly HeardSentence[]> {
  return understoodSentences(await hearParts(samples, model, onProgress));
}

/** Every stretch in which somebody speaks. */
export async function hearParts(
  samples: Int16Array,
  model: SpeechModel,
  onProgress: OnProgress = () => {},
): Promise<readonly HeardPart[]> {
  const parts: HeardPart[] = [];
  for (const segment of findSpeech(samples)) {
    const text = await textOf(segment, samples, model);
    await onProgress();
    // Silence with a noise in it: the model says by itself that nobody spoke.
    if (text !== "") parts.push({ text, start: segment.start / SAMPLE_RATE, end: segment.end / SAMPLE_RATE });
  }
  return parts;
}

/** Null where somebody speaks and is not understood. */
async function textOf(
  { start, end }: SpeechSegment,
  samples: Int16Array,
  model: SpeechModel,
): Promise<string | null> {
  const source = await model.listen(toFloats(samples.subarray(start, end)));
  const limit = Math.ceil(((end - start) / SAMPLE_RATE) * TOKENS_PER_SECOND);
  const decoded = await decodeGreedily(source, limit);
  return isUnderstood(decoded) ? model.textOf(decoded.tokens).trim() : null;
}

function isUnderstood({ isComplete, entropy, logLikelihood }: DecodedSpeech): boolean {
  return isComplete && entropy <= HIGHEST_ENTROPY && logLikelihood >= LOWEST_LOG_LIKELIHOOD;
}

function toFloats(samples: Int16Array): Float32Array {
  const floats = new Float32Array(samples.length);
  for (let at = 0; at < samples.length; at += 1) floats[at] = (samples[at] ?? 0) / 32_768;
  return floats;
}
