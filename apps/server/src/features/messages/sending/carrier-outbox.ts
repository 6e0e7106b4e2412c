import type { Clock } from "@offhook/kernel";
import type { BaseLogger } from "pino";
import type { Database } from "../../../database/database.ts";
import { BackgroundLoop } from "../../../platform/loops/background-loop.ts";
import { lockConversation } from "../conversations/conversation-repository.ts";
import { type FileUrl, publishMessages } from "../conversations/conversation-threads.ts";
import { setStatus } from "../conversations/message-repository.ts";
import type { SubmitResult, TextCarrier } from "../text-carrier.ts";
import type { Carriers } from "./carriers.ts";
import {
  claimTexts,
  deleteOutboxText,
  insertCarrierTexts,
  listCarrierMedia,
  nextAttemptAt,
  type OutboxText,
  postponeText,
} from "./outbox-repository.ts";

export interface CarrierOutboxDeps {
  readonly database: Database;
  readonly clock: Clock;
  readonly carriers: Carriers;
  readonly fileUrl: FileUrl;
  readonly log: Pick<BaseLogger, "info" | "warn" | "error">;
}

const MAX_ON_THE_WAY = 50;
const SWEEP_MS = 60_000;
const RETRY_DELAYS_MS = [1_000, 2_000, 4_000, 8_000, 15_000];

/**
 * Hands texts to the carrier, in order within a conversation, until it has taken or refused them. What it may have
 * got before a crash it gets again under the same id.
 */
export class CarrierOutbox {
  readonly #deps: CarrierOutboxDeps;
  readonly #loop: BackgroundLoop;
  /** By conversation. */
  readonly #onTheWay = new Map<number, Promise<void>>();
  #isClosing = false;

  constructor(deps: CarrierOutboxDeps) {
    this.#deps = deps;
    const { clock, log } = deps;
    this.#loop = new BackgroundLoop({
      name: "texts to the carrier",
      clock,
      log,
      work: () => this.#handOut(),
    });
  }

  start(): void {
    if (this.#deps.carriers.all.length === 0) {
      this.#deps.log.info("No carrier for texts is set up: they wait in the outbox until there is one");
      return;
    }
    this.#loop.start();
  }

  /** There is something new to send. */
  wake(): void {
    this.#loop.wake();
  }

  /** Resolves when everything that is on its way now has been taken, refused or put off. */
  async settled(): Promise<void> {
    await Promise.all(this.#onTheWay.values());
  }

  async close(): Promise<void> {
    this.#isClosing = true;
    await this.#loop.close();
  }

  async #handOut(): Promise<number> {
    const { database, clock } = this.#deps;
    const busy = [...this.#onTheWay.keys()];
    const limit = MAX_ON_THE_WAY - busy.length;
    if (limit <= 0 || this.#isClosing) return SWEEP_MS;
    const texts = await claimTexts(database.query, { now: new Date(clock.now()), busy, limit });
    for (const text of texts) this.#send(text);
    const next = await nextAttemptAt(database.query, [...this.#onTheWay.keys()]);
    return next ? Math.min(SWEEP_MS, Math.max(0, next.getTime() - clock.now())) : SWEEP_MS;
  }

  #send(text: OutboxText): void {
    const { log } = this.#deps;
    const done = this.#submit(text)
      .catch((error: unknown) => {
        // It stays as it is: the next start, or the next attempt, hands it over again.
        log.error({ err: error, textId: text.id }, "What became of a text could not be written down");
      })
      .then(() => {
        this.#onTheWay.delete(text.conversation_id);
        if (!this.#isClosing) this.#loop.wake();
      });
    this.#onTheWay.set(text.conversation_id, done);
  }

  async #submit(text: OutboxText): Promise<void> {
    const { database, carriers, clock, log } = this.#deps;
    const media = text.has_media ? await listCarrierMedia(database.query, text.message_id) : [];
    const carrier = carriers.for(media.length > 0);
    const { id, from, to, body } = text;
    const result = carrier
      ? await carrier.submit({ id, from, to, body, media }).catch((error: unknown) => ({ error }))
      : { refused: "noMedia", reason: "No carrier takes files" };
    if (!("error" in result)) return this.#settle(text, carrier, result);
    const delayMs = RETRY_DELAYS_MS[text.attempts - 1] ?? RETRY_DELAYS_MS.at(-1) ?? SWEEP_MS;
    log.warn(
      { err: result.error, textId: id, attempts: text.attempts, delayMs },
      "A text could not be handed to the carrier",
    );
    await postponeText(database.query, text.seq, new Date(clock.now() + delayMs));
  }

  async #settle(text: OutboxText, carrier: TextCarrier | undefined, result: SubmitResult): Promise<void> {
    const { database, clock, fileUrl, log } = this.#deps;
    const { message_id: messageId } = text;
    const now = new Date(clock.now());
    await database.transaction(async (tx) => {
      const conversation = await lockConversation(tx.query, text.conversation_id);
      await deleteOutboxText(tx.query, text.seq);
      const { sms_line_id: id, customer_id: customerId, from: number, line_name: name } = text;
      const own = { line: { id, customerId, number, name }, conversation };
      if ("refused" in result) {
        log.info(
          { textId: text.id, code: result.refused, reason: result.reason },
          "The carrier refused a text",
        );
        await setStatus(tx.query, messageId, "rejected", result.refused, now);
        await publishMessages(tx, own, "DSR", [messageId], fileUrl);
        return;
      }
      await insertCarrierTexts(tx.query, {
        carrier: carrier?.name ?? "",
        customerId: own.line.customerId,
        messageId,
        carrierIds: result.carrierIds,
        ownId: text.id,
      });
      await setStatus(tx.query, messageId, "sent", "", now);
      await publishMessages(tx, own, "sent", [messageId], fileUrl);
    });
  }
}
