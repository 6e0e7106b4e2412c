import type { SpeechModel, TokenSource } from "../decoding/speech-model.ts";
import {
  loadRuntime,
  loadVocabulary,
  modelFile,
  type OnnxRuntime,
  type Session,
  type Tensor,
  type Vocabulary,
} from "./onnx-runtime.ts";

const LAYERS = 6;
const HEADS = 8;
const HEAD_SIZE = 36;
const ONE_THREAD = { intraOpNumThreads: 1, interOpNumThreads: 1 };

/** Names of the cache, as pairs of what goes in and what comes out. */
const CACHE = Array.from({ length: LAYERS }, (_, layer) =>
  ["decoder.key", "decoder.value", "encoder.key", "encoder.value"].map((part) => ({
    input: `past_key_values.${layer}.${part}`,
    output: `present.${layer}.${part}`,
    isOfDecoder: part.startsWith("decoder"),
  })),
).flat();

/** Moonshine tiny, English, quantized: an encoder that runs once, and a decoder that runs for every token. */
export class MoonshineModel implements SpeechModel {
  readonly #runtime: OnnxRuntime;
  readonly #encoder: Session;
  readonly #decoder: Session;
  readonly #vocabulary: Vocabulary;

  private constructor(runtime: OnnxRuntime, encoder: Session, decoder: Session, vocabulary: Vocabulary) {
    this.#runtime = runtime;
    this.#encoder = encoder;
    this.#decoder = decoder;
    this.#vocabulary = vocabulary;
  }

  static async load(folder: string): Promise<MoonshineModel> {
    const runtime = loadRuntime(folder);
    const open = (name: string) => runtime.InferenceSession.create(modelFile(folder, name), ONE_THREAD);
    const encoder = await open("encoder_model.onnx");
    const decoder = await open("decoder_model_merged.onnx");
    return new MoonshineModel(runtime, encoder, decoder, await loadVocabulary(folder));
  }

  async listen(samples: Float32Array): Promise<TokenSource> {
    const { Tensor } = this.#runtime;
    const heard = await this.#encoder.run({
      input_values: new Tensor("float32", samples, [1, samples.length]),
    });
    let cache = this.#emptyCache();
    let isFirst = true;
    return {
      after: async (token) => {
        const output = await this.#decoder.run({
          ...cache,
          input_ids: new Tensor("int64", BigInt64Array.of(BigInt(token)), [1, 1]),
          encoder_hidden_states: need(heard, "last_hidden_state"),
          use_cache_branch: new Tensor("bool", Uint8Array.of(isFirst ? 0 : 1), [1]),
        });
        cache = nextCache(cache, output, isFirst);
        isFirst = false;
        return need(output, "logits").data as Float32Array;
      },
    };
  }

  textOf(tokens: readonly number[]): string {
    return this.#vocabulary.decode(tokens, false, true);
  }

  #emptyCache(): Record<string, Tensor> {
    const { Tensor } = this.#runtime;
    const empty = () => new Tensor("float32", new Float32Array(0), [0, HEADS, 1, HEAD_SIZE]);
    return Object.fromEntries(CACHE.map(({ input }) => [input, empty()]));
  }
}

/** What the encoder heard is computed with the first token and stays; the decoder's own part grows with each. */
function nextCache(
  cache: Readonly<Record<string, Tensor>>,
  output: Readonly<Record<string, Tensor>>,
  isFirst: boolean,
): Record<string, Tensor> {
  return Object.fromEntries(
    CACHE.map(({ input, output: name, isOfDecoder }) => [
      input,
      isFirst || isOfDecoder ? need(output, name) : need(cache, input),
    ]),
  );
}

function need(tensors: Readonly<Record<string, Tensor>>, name: string): Tensor {
  const tensor = tensors[name];
  if (!tensor) throw new Error(`The model has no ${name}`);
  return tensor;
}
