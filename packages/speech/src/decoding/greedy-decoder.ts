import { isRepeating } from "./repetition.ts";
import { BEGIN_TOKEN, END_TOKEN, type TokenSource } from "./speech-model.ts";

export interface DecodedSpeech {
  readonly tokens: readonly number[];
  /** False where the model did not find an end by itself. */
  readonly isComplete: boolean;
  /** How many words it hesitated between, on average, as entropy in nats. */
  readonly entropy: number;
  /** How sure it was of its choices: the mean logarithm of their likelihood. */
  readonly logLikelihood: number;
}

interface Choice {
  readonly token: number;
  readonly entropy: number;
  readonly logLikelihood: number;
}

/** Takes the likeliest token each time, up to `limit` of them. */
export async function decodeGreedily(source: TokenSource, limit: number): Promise<DecodedSpeech> {
  const tokens: number[] = [];
  const choices: Choice[] = [];
  let isComplete = false;
  while (!isComplete && tokens.length < limit && !isRepeating(tokens)) {
    const choice = choose(await source.after(tokens.at(-1) ?? BEGIN_TOKEN));
    choices.push(choice);
    isComplete = choice.token === END_TOKEN;
    if (!isComplete) tokens.push(choice.token);
  }
  const mean = (pick: (choice: Choice) => number): number =>
    choices.reduce((sum, choice) => sum + pick(choice), 0) / Math.max(1, choices.length);
  return {
    tokens,
    isComplete,
    entropy: mean((choice) => choice.entropy),
    logLikelihood: mean((choice) => choice.logLikelihood),
  };
}

function choose(logits: Float32Array): Choice {
  let token = 0;
  let highest = Number.NEGATIVE_INFINITY;
  for (let each = 0; each < logits.length; each += 1) {
    const logit = logits[each] ?? Number.NEGATIVE_INFINITY;
    if (logit <= highest) continue;
    highest = logit;
    token = each;
  }
  // Relative to the highest, so that no exponent overflows: its own weight is one.
  let total = 0;
  let weighted = 0;
  for (const logit of logits) {
    const weight = Math.exp(logit - highest);
    total += weight;
    weighted += weight * (logit - highest);
  }
  const spread = Math.log(total);
  return { token, entropy: spread - weighted / total, logLikelihood: -spread };
}
