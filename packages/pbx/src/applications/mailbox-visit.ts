import {
  type AudioSource,
  type DtmfDigit,
  type PromptName,
  sayDigits,
  sayMoment,
  sayNumber,
} from "@offhook/media/protocol";
import type { MailboxMessage, MailboxRef } from "../ports/mailbox-store.ts";
import { type ApplicationLine, askForKey, prompts } from "./application-line.ts";
import type { ApplicationContext } from "./application-services.ts";

const KEY_MS = 6_000;
const UNDO_MS = 3_000;
const MENU_ROUNDS = 3;

/** What the owner does with a message: goes on to the next, has heard enough, or calls this number. */
type Heard = { readonly kind: "next" | "enough" } | { readonly kind: "callBack"; readonly number: string };
const NEXT: Heard = { kind: "next" };

/** The owner in their own mailbox, by telephone. */
export class MailboxVisit {
  readonly #line: ApplicationLine;
  readonly #context: ApplicationContext;
  readonly #ref: MailboxRef;

  constructor(line: ApplicationLine, context: ApplicationContext, ref: MailboxRef) {
    this.#line = line;
    this.#context = context;
    this.#ref = ref;
  }

  /** "You have two new messages and one old message." */
  async tellCount(): Promise<void> {
    const { fresh, heard } = await this.#context.mailboxes.counts(this.#ref);
    if (fresh + heard === 0) {
      await this.#line.play(prompts("no-messages"), "any");
      return;
    }
    const news = fresh === 1 ? "new-message" : "new-messages";
    const olds = heard === 1 ? "heard-message" : "heard-messages";
    const said: PromptName[][] = [
      ...(fresh > 0 ? [[...sayNumber(fresh), news] as PromptName[]] : []),
      ...(heard > 0 ? [[...sayNumber(heard), olds] as PromptName[]] : []),
    ];
    const names = said.flatMap((each, index): PromptName[] => (index === 0 ? each : ["and", ...each]));
    await this.#line.play(prompts("you-have", ...names), "any");
  }

  ask(sources: readonly AudioSource[], timeoutMs = KEY_MS): Promise<DtmfDigit | undefined> {
    return askForKey(this.#line, sources, timeoutMs);
  }

  /** New ones first, each group in order of arrival. Resolves with the number the owner wants to call. */
  async hearMessages(): Promise<string | undefined> {
    const all = await this.#context.mailboxes.messages(this.#ref);
    const ordered = [...all.filter(({ isNew }) => isNew), ...all.filter(({ isNew }) => !isNew)];
    if (ordered.length === 0) {
      await this.#line.play(prompts("no-messages"));
      return undefined;
    }
    for (const [index, message] of ordered.entries()) {
      await this.#line.play(prompts(index === 0 ? "first-message" : "next-message"), "any");
      const heard = await this.#hearOne(message);
      if (heard.kind === "callBack") return heard.number;
      if (heard.kind === "enough") return undefined;
    }
    await this.#line.play(prompts("no-more-messages"));
    return undefined;
  }

  async #hearOne(message: MailboxMessage): Promise<Heard> {
    const { mailboxes } = this.#context;
    await this.#playMessage(message);
    if (message.isNew) await mailboxes.markHeard(this.#ref, message.id);
    for (let silent = 0; silent < MENU_ROUNDS; ) {
      const choice = await this.ask(prompts("message-menu"));
      silent = choice === undefined ? silent + 1 : 0;
      const heard = choice === undefined ? undefined : await this.#choose(choice, message);
      if (heard) return heard;
    }
    return NEXT;
  }

  /** Undefined: the menu again. */
  async #choose(choice: DtmfDigit, message: MailboxMessage): Promise<Heard | undefined> {
    switch (choice) {
      case "1":
        await this.#playMessage(message);
        return undefined;
      case "2":
        await this.#context.mailboxes.keep(this.#ref, message.id);
        await this.#line.play(prompts("message-kept"), "any");
        return NEXT;
      case "3":
        return (await this.#delete(message)) ? NEXT : undefined;
      case "4":
        if (message.callerNumber !== "") return { kind: "callBack", number: message.callerNumber };
        await this.#line.play(prompts("cannot-call-back"), "any");
        return undefined;
      case "5":
        await this.#sayEnvelope(message);
        return undefined;
      case "#":
        return NEXT;
      case "*":
        return { kind: "enough" };
      default:
        await this.#line.play(prompts("invalid-choice"), "any");
        return undefined;
    }
  }

  /** Whether it is gone: for a moment it can be undone. A hang-up is no second thought. */
  async #delete(message: MailboxMessage): Promise<boolean> {
    let isGone = true;
    try {
      isGone = (await this.ask(prompts("message-deleted", "undo-menu"), UNDO_MS)) !== "3";
    } finally {
      if (isGone) await this.#context.mailboxes.remove(this.#ref, message.id);
    }
    if (!isGone) await this.#line.play(prompts("message-restored"), "any");
    return isGone;
  }

  async #playMessage(message: MailboxMessage): Promise<void> {
    await this.#line.play(prompts("message-from", ...callerOf(message)), "any");
    if (!this.#line.hasKey) await this.#line.play([{ kind: "file", path: message.path }], "any");
  }

  async #sayEnvelope(message: MailboxMessage): Promise<void> {
    const { clock, timeZone } = this.#context;
    const moment = sayMoment(message.receivedAt, clock.now(), timeZone);
    await this.#line.play(prompts("message-from", ...callerOf(message), "received", ...moment), "any");
  }
}

function callerOf({ callerNumber }: MailboxMessage): readonly PromptName[] {
  const digits = sayDigits(callerNumber);
  return digits.length > 0 ? digits : ["unknown-number"];
}
