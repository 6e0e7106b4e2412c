import { existsSync } from "node:fs";
import { type MediaEngine, MediaError } from "@offhook/media";
import type { RecordingFinished } from "@offhook/media/protocol";
import { type MailboxRef, MIN_MESSAGE_MS } from "@offhook/pbx";
import type { BaseLogger } from "pino";
import type { Database } from "../../database/database.ts";
import { findDraft, listDrafts, type StoredDraft } from "./draft-repository.ts";
import type { StoredMailboxes } from "./stored-mailboxes.ts";

export interface CutOffMessagesDeps {
  readonly database: Database;
  readonly media: Pick<MediaEngine, "on" | "request">;
  readonly mailboxes: Pick<StoredMailboxes, "draftPath" | "save" | "discard">;
  readonly log: Pick<BaseLogger, "info" | "error">;
}

/** Keeps what was said to a box when the server, or its audio, ended in the middle. */
export class CutOffMessages {
  readonly #deps: CutOffMessagesDeps;
  #running: Promise<void> = Promise.resolve();

  constructor(deps: CutOffMessagesDeps) {
    this.#deps = deps;
  }

  /**
   * Before the first call: whatever is being spoken then is no leftover. Resolves when the leftovers are known; they
   * are made into messages one after the other, while phones are in use already.
   */
  async start(): Promise<void> {
    const left = await listDrafts(this.#deps.database.query);
    this.#running = left.reduce<Promise<void>>(
      (before, stored) => before.then(async () => void (await this.#keep(stored))),
      Promise.resolve(),
    );
  }

  /** Whether there was something to keep. */
  async rescue(id: string): Promise<boolean> {
    const stored = await findDraft(this.#deps.database.query, id);
    return stored ? this.#keep(stored) : false;
  }

  async close(): Promise<void> {
    await this.#running;
  }

  async #keep({ mailbox, draft }: StoredDraft): Promise<boolean> {
    const { log, mailboxes } = this.#deps;
    const { id, startedAt, ...from } = draft;
    try {
      const recovered = await this.#recover(mailbox, id);
      if (!recovered || recovered.durationMs < MIN_MESSAGE_MS) {
        await mailboxes.discard(mailbox, id);
        return false;
      }
      const { files, durationMs } = recovered;
      const message = { id, ...from, files, durationMs, receivedAt: startedAt, isCutOff: true };
      await mailboxes.save(mailbox, message);
      log.info({ ...mailbox, id, durationMs }, "A message that was cut off has been kept");
      return true;
    } catch (error) {
      // It stays a draft, for the next start.
      log.error({ err: error, ...mailbox, id }, "A message that was cut off could not be kept");
      return false;
    }
  }

  /** Undefined where nothing can be heard. */
  async #recover(mailbox: MailboxRef, recordingId: string): Promise<RecordingFinished | undefined> {
    const { media, mailboxes } = this.#deps;
    const path = mailboxes.draftPath(mailbox, recordingId);
    if (!existsSync(`${path}.wav`)) return undefined;
    const watched: (() => void)[] = [];
    const finished = new Promise<RecordingFinished>((resolve, reject) => {
      watched.push(
        media.on("recordingFinished", (event) => {
          if (event.recordingId === recordingId && event.reason === "recovered") resolve(event);
        }),
        media.on("engineDown", ({ reason }) => reject(new Error(`The media process ended: ${reason}`))),
      );
    });
    try {
      const asked = media.request("recoverRecording", { recordingId, path, formats: ["wav", "mp3"] });
      const [recovered] = await Promise.all([finished, asked]);
      return recovered;
    } catch (error) {
      if (error instanceof MediaError && error.code === "media.badFile") return undefined;
      throw error;
    } finally {
      for (const stop of watched) stop();
    }
  }
}
