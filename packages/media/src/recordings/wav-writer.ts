import { type FileHandle, mkdir, open } from "node:fs/promises";
import { dirname } from "node:path";
import { WAV_HEADER_BYTES, wavHeader } from "../files/wav.ts";

export interface WavShape {
  readonly channels: 1 | 2;
  readonly sampleRate: number;
  /** Others read it while it is written. */
  readonly isFollowed?: boolean;
}

/** About a second of audio: what a killed process can lose at most. */
const CHUNK_BYTES = 32_768;
/** A quarter of a second. */
const FOLLOWED_CHUNK_BYTES = 8_192;

/**
 * Streams audio to disk in chunks, off the ticker. The header says "until the end of the file" until the file is
 * closed, so that a file left by a killed process can be played up to its last chunk.
 */
export class WavWriter {
  readonly path: string;
  readonly #shape: WavShape;
  readonly #file: Promise<FileHandle>;
  #writing: Promise<unknown>;
  #pending: Buffer[] = [];
  #pendingBytes = 0;
  #dataBytes = 0;
  #error: Error | undefined;

  constructor(path: string, shape: WavShape) {
    this.path = path;
    this.#shape = shape;
    this.#file = mkdir(dirname(path), { recursive: true }).then(() => open(path, "w"));
    this.#writing = this.#file
      .then((file) => file.write(wavHeader(shape.channels, shape.sampleRate), 0, WAV_HEADER_BYTES, 0))
      .catch((error: unknown) => this.#fail(error));
  }

  get durationMs(): number {
    return (this.#dataBytes * 1_000) / (2 * this.#shape.channels * this.#shape.sampleRate);
  }

  /** The first thing that went wrong, a full disk say; what comes after is thrown away. */
  get error(): Error | undefined {
    return this.#error;
  }

  write(samples: Int16Array): void {
    if (this.#error !== undefined) return;
    this.#pending.push(Buffer.from(samples.buffer, samples.byteOffset, samples.byteLength));
    this.#pendingBytes += samples.byteLength;
    this.#dataBytes += samples.byteLength;
    const most = this.#shape.isFollowed === true ? FOLLOWED_CHUNK_BYTES : CHUNK_BYTES;
    if (this.#pendingBytes >= most) this.#flush();
  }

  async close(): Promise<void> {
    this.#flush();
    await this.#writing;
    if (this.#error !== undefined) {
      await this.#file.then((file) => file.close()).catch(() => undefined);
      throw this.#error;
    }
    const file = await this.#file;
    const { channels, sampleRate } = this.#shape;
    await file.write(wavHeader(channels, sampleRate, this.#dataBytes), 0, WAV_HEADER_BYTES, 0);
    await file.sync();
    await file.close();
  }

  #flush(): void {
    if (this.#pending.length === 0) return;
    const chunk = Buffer.concat(this.#pending);
    const position = WAV_HEADER_BYTES + this.#dataBytes - this.#pendingBytes;
    this.#pending = [];
    this.#pendingBytes = 0;
    this.#writing = this.#writing
      .then(() => this.#file)
      .then((file) => file.write(chunk, 0, chunk.length, position))
      .catch((error: unknown) => this.#fail(error));
  }

  #fail(error: unknown): void {
    this.#error ??= error instanceof Error ? error : new Error(String(error));
  }
}
