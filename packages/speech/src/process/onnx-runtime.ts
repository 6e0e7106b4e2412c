import { createRequire } from "node:module";
import { join } from "node:path";
import { pathToFileURL } from "node:url";

/** As much of onnxruntime-node as is used. It is not installed with the rest: see the README of the engine. */
export interface OnnxRuntime {
  readonly InferenceSession: {
    create(path: string, options: { intraOpNumThreads: number; interOpNumThreads: number }): Promise<Session>;
  };
  readonly Tensor: TensorConstructor;
}

export interface Session {
  run(inputs: Readonly<Record<string, Tensor>>): Promise<Readonly<Record<string, Tensor>>>;
}

interface TensorConstructor {
  new (type: "float32", data: Float32Array, dims: readonly number[]): Tensor;
  new (type: "int64", data: BigInt64Array, dims: readonly number[]): Tensor;
  new (type: "bool", data: Uint8Array, dims: readonly number[]): Tensor;
}

export interface Tensor {
  readonly data: unknown;
}

export interface Vocabulary {
  decode(tokens: readonly number[], addsBegin: boolean, addsSpace: boolean): string;
}

const MODEL_FOLDER = join("@moonshine-ai", "moonshine-js", "dist", "model", "tiny", "quantized");

const packagesOf = (folder: string) => join(folder, "node_modules");

export const modelFile = (folder: string, name: string): string =>
  join(packagesOf(folder), MODEL_FOLDER, name);

export function loadRuntime(folder: string): OnnxRuntime {
  return createRequire(join(folder, "packages.json"))("onnxruntime-node") as OnnxRuntime;
}

export async function loadVocabulary(folder: string): Promise<Vocabulary> {
  const file = join(packagesOf(folder), "llama-tokenizer-js", "llama-tokenizer.js");
  return ((await import(pathToFileURL(file).href)) as { default: Vocabulary }).default;
}
