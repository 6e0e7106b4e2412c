import { open } from "node:fs/promises";
import { Readable } from "node:stream";
import { LIVE_SOUND_RATE } from "@offhook/contract";
import type { Clock } from "@offhook/kernel";
import { signFileUrl, verifyFileUrl } from "../../../platform/files/object-store-urls.ts";
import type { LiveDeposit } from "./live-deposit.ts";
import type { LiveDeposits } from "./live-deposits.ts";

export interface LiveSoundDeps {
  readonly deposits: Pick<LiveDeposits, "find">;
  readonly clock: Clock;
  /** What addresses are signed with. */
  readonly secret: Uint8Array;
}

export const LIVE_SOUND_PATH = "/api/voicemail/live/stream";
/** To begin to listen; what has begun goes on for as long as they speak. */
const VALID_FOR_MS = 60_000;
const HEADER_BYTES = 44;
const SAMPLE_BYTES = 2;
/** Of one session: a few tabs. Each holds a file open. */
const MOST_STREAMS = 5;
const LOOK_AGAIN_MS = 150;
const CHUNK_BYTES = LIVE_SOUND_RATE * SAMPLE_BYTES;

/** The voice of somebody who leaves a message, for readers of the box. Nothing goes back to the caller. */
export class LiveSound {
  readonly #deps: LiveSoundDeps;
  /** Sessions that were given an address, and until when it is good. */
  readonly #invited = new Map<string, number>();
  readonly #listening = new Map<string, Set<Readable>>();

  constructor(deps: LiveSoundDeps) {
    this.#deps = deps;
  }

  link(messageId: string, sessionId: string): string {
    const { secret, clock } = this.#deps;
    const now = clock.now();
    for (const [session, until] of this.#invited) if (until < now) this.#invited.delete(session);
    this.#invited.set(sessionId, now + VALID_FOR_MS);
    const query = new URLSearchParams({ id: messageId, session: sessionId });
    return signFileUrl({ path: `${LIVE_SOUND_PATH}?${query}`, secret, now, validForMs: VALID_FOR_MS });
  }

  /** Whoever signed out hears nothing more, and cannot begin to. */
  endSessions(sessionIds: readonly string[]): void {
    for (const id of sessionIds) {
      this.#invited.delete(id);
      for (const stream of this.#listening.get(id) ?? []) stream.destroy();
    }
  }

  /** Undefined where the address is not one of ours, too old, of a message that is over, or opened too often. */
  open(address: string): Readable | undefined {
    const { secret, clock, deposits } = this.#deps;
    if (!verifyFileUrl(address, { secret, now: clock.now() })) return undefined;
    const { searchParams } = new URL(address, "http://here");
    const session = searchParams.get("session") ?? "";
    if ((this.#invited.get(session) ?? 0) < clock.now()) return undefined;
    if ((this.#listening.get(session)?.size ?? 0) >= MOST_STREAMS) return undefined;
    const deposit = deposits.find(searchParams.get("id") ?? "");
    if (!deposit?.isSpeaking) return undefined;
    const stop = new AbortController();
    const stream = Readable.from(this.#follow(deposit, stop.signal), { objectMode: false });
    const streams = this.#listening.get(session) ?? new Set();
    this.#listening.set(session, streams.add(stream));
    stream.once("close", () => {
      stop.abort();
      streams.delete(stream);
      if (streams.size === 0) this.#listening.delete(session);
    });
    return stream;
  }

  /** From a second ago, so that something is heard at once. */
  async *#follow(deposit: LiveDeposit, signal: AbortSignal): AsyncGenerator<Uint8Array> {
    const file = await open(deposit.message.file);
    try {
      const { size } = await file.stat();
      const recorded = Math.max(0, size - HEADER_BYTES);
      let position =
        HEADER_BYTES + Math.floor(Math.max(0, recorded - CHUNK_BYTES) / SAMPLE_BYTES) * SAMPLE_BYTES;
      while (!signal.aborted) {
        const { bytesRead, buffer } = await file.read(new Uint8Array(CHUNK_BYTES), 0, CHUNK_BYTES, position);
        position += bytesRead;
        if (bytesRead > 0) yield buffer.subarray(0, bytesRead);
        else if (!deposit.isSpeaking) return;
        else await this.#pause();
      }
    } finally {
      await file.close();
    }
  }

  #pause(): Promise<void> {
    return new Promise((resolve) => {
      this.#deps.clock.schedule(LOOK_AGAIN_MS, resolve);
    });
  }
}
