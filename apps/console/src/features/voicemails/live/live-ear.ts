import { LIVE_SOUND_RATE } from "@offhook/contract";

export interface LiveEarOptions {
  readonly fetch: typeof fetch;
  /** Where the sound is to be heard; left out: where the system plays everything. */
  readonly output: ((context: AudioContext) => Promise<unknown>) | undefined;
}

/** The stream comes in pieces of a quarter of a second; a late one must not tear a hole. */
const LEAD_S = 0.3;

/** Plays the voice of somebody who leaves a message while they speak. There is no way back to them. */
export class LiveEar {
  readonly #options: LiveEarOptions;
  readonly #stop = new AbortController();
  readonly #context = new AudioContext();
  #nextAt = 0;

  constructor(options: LiveEarOptions) {
    this.#options = options;
  }

  /** Resolves when they have stopped speaking, or nobody listens any more. */
  async listen(url: string): Promise<void> {
    const { signal } = this.#stop;
    try {
      await this.#options.output?.(this.#context);
      await this.#context.resume();
      const response = await this.#options.fetch(url, { signal, cache: "no-store" });
      if (!response.ok || !response.body) throw new Error("The caller does not speak to this box any more");
      await this.#play(response.body);
      await this.#untilHeard();
    } catch (failure) {
      if (!signal.aborted) throw failure;
    } finally {
      this.close();
    }
  }

  close(): void {
    this.#stop.abort();
    if (this.#context.state !== "closed") void this.#context.close();
  }

  async #play(stream: ReadableStream<Uint8Array<ArrayBuffer>>): Promise<void> {
    const reader = stream.getReader();
    let rest = new Uint8Array(0);
    for (;;) {
      const { value, done } = await reader.read();
      if (done) return;
      const bytes = new Uint8Array(rest.length + value.length);
      bytes.set(rest);
      bytes.set(value, rest.length);
      // A sample has two bytes, and a piece may end between them.
      const whole = bytes.length - (bytes.length % 2);
      rest = bytes.slice(whole);
      if (whole > 0) this.#sound(new DataView(bytes.buffer, 0, whole));
    }
  }

  #sound(samples: DataView): void {
    const count = samples.byteLength / 2;
    const buffer = this.#context.createBuffer(1, count, LIVE_SOUND_RATE);
    const channel = buffer.getChannelData(0);
    for (let at = 0; at < count; at += 1) channel[at] = samples.getInt16(2 * at, true) / 32_768;
    const source = this.#context.createBufferSource();
    source.buffer = buffer;
    source.connect(this.#context.destination);
    const { currentTime } = this.#context;
    if (this.#nextAt < currentTime) this.#nextAt = currentTime + LEAD_S;
    source.start(this.#nextAt);
    this.#nextAt += buffer.duration;
  }

  /** The last words have come and are still being played. */
  #untilHeard(): Promise<void> {
    const source = this.#context.createBufferSource();
    source.buffer = this.#context.createBuffer(1, 1, LIVE_SOUND_RATE);
    source.connect(this.#context.destination);
    return new Promise((resolve) => {
      source.onended = () => resolve();
      this.#stop.signal.addEventListener("abort", () => resolve());
      source.start(this.#nextAt);
    });
  }
}
