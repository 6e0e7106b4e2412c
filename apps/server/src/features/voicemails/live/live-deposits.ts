import { type VoicemailPickUp, voicemailChannel } from "@offhook/contract";
import type { CancelTimer, Clock } from "@offhook/kernel";
import type { PbxEvents, RunningMessage } from "@offhook/pbx";
import type { BaseLogger } from "pino";
import type { Database } from "../../../database/database.ts";
import type { SpeechFollower, Transcriber } from "../../../platform/transcriber.ts";
import { LiveDeposit } from "./live-deposit.ts";
import { findLiveBox } from "./live-repository.ts";

export interface LiveDepositsDeps {
  readonly database: Database;
  readonly clock: Clock;
  readonly log: Pick<BaseLogger, "warn" | "error">;
  /** Left out where nothing is transcribed. */
  readonly transcriber?: Transcriber | undefined;
}

/** How long new words gather before they are listened to. */
const ROUND_MS = 600;
/** An engine that fails so often in a row is left alone: the message will be written down when it is there. */
const MOST_FAILURES = 3;

/**
 * The messages that are being left at this moment. What is known of them is in memory alone: with the server their
 * calls end too.
 */
export class LiveDeposits {
  readonly #deps: LiveDepositsDeps;
  readonly #deposits = new Map<string, LiveDeposit>();
  /** Those that call control has told of and whose box is still looked up: the end may overtake that. */
  readonly #beginning = new Set<string>();
  readonly #timers = new Set<CancelTimer>();
  #told: Promise<void> = Promise.resolve();

  constructor(deps: LiveDepositsDeps) {
    this.#deps = deps;
  }

  find(messageId: string): LiveDeposit | undefined {
    return this.#deposits.get(messageId);
  }

  /** Those of these boxes, the longest first. */
  ofBoxes(boxIds: ReadonlySet<number>): LiveDeposit[] {
    return [...this.#deposits.values()].filter(({ box }) => boxIds.has(box.id));
  }

  begun(message: RunningMessage): void {
    this.#beginning.add(message.messageId);
    this.#begin(message).catch((error: unknown) =>
      this.#deps.log.error({ err: error }, "A message that is being left could not be told"),
    );
  }

  ended({ messageId, isKept }: PbxEvents["messageEnded"]): void {
    this.#beginning.delete(messageId);
    const deposit = this.#deposits.get(messageId);
    if (!deposit) return;
    this.#deposits.delete(messageId);
    deposit.ended(isKept);
    this.#tell(deposit);
  }

  pickedUp(deposit: LiveDeposit, by: VoicemailPickUp): void {
    deposit.pickedUp(by);
    this.#tell(deposit);
  }

  async close(): Promise<void> {
    for (const cancel of this.#timers) cancel();
    this.#deposits.clear();
    await this.#told;
  }

  async #begin(message: RunningMessage): Promise<void> {
    const { database, transcriber } = this.#deps;
    const { messageId, companyId, mailboxId, file } = message;
    const box = await findLiveBox(database.query, Number(companyId), Number(mailboxId));
    if (!this.#beginning.delete(messageId) || !box) return;
    const follower = transcriber?.follow?.(file);
    const deposit = new LiveDeposit(message, box, follower !== undefined);
    this.#deposits.set(messageId, deposit);
    this.#tell(deposit);
    if (follower) await this.#listen(deposit, follower);
  }

  async #listen(deposit: LiveDeposit, follower: SpeechFollower): Promise<void> {
    const { log } = this.#deps;
    let failures = 0;
    while (deposit.isSpeaking && failures < MOST_FAILURES) {
      try {
        const spoken = await follower.next();
        failures = 0;
        if (deposit.heard(spoken)) this.#tell(deposit);
      } catch (error) {
        failures += 1;
        const { messageId } = deposit.message;
        log.warn({ err: error, messageId, failures }, "A message could not be read along");
      }
      await this.#pause();
    }
  }

  #pause(): Promise<void> {
    return new Promise((resolve) => {
      const cancel = this.#deps.clock.schedule(ROUND_MS, () => {
        this.#timers.delete(cancel);
        resolve();
      });
      this.#timers.add(cancel);
    });
  }

  /** One after the other: a later word must not be told before an earlier one. */
  #tell({ box, view }: LiveDeposit): void {
    const { database, log } = this.#deps;
    const { customerId, name: mailbox } = box;
    const channel = voicemailChannel(customerId, mailbox);
    const event = { type: "VOICEMAIL_LIVE", mailbox, live: view } as const;
    this.#told = this.#told
      .then(() => database.publish([{ customerId, channel, event }]))
      .catch((error: unknown) => log.error({ err: error }, "A message that is being left could not be told"));
  }
}
