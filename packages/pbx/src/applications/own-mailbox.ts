import { type AudioSource, type DtmfDigit, sayDigits, sayNumber } from "@offhook/media/protocol";
import type { MailboxConfig } from "../dialplan/company-config.ts";
import type { MailboxMessage, MailboxRef, PinJudgment, PinTries } from "../ports/mailbox-store.ts";
import { type ApplicationLine, prompts } from "./application-line.ts";
import type { ApplicationContext } from "./application-services.ts";
import { judgePin } from "./pin-brake.ts";

const MAX_TRIES = 3;
const KEY_MS = 6_000;
const MENU_ROUNDS = 3;

/** The owner listens to the messages: PIN, then a menu. */
export async function visitMailbox(
  line: ApplicationLine,
  context: ApplicationContext,
  mailbox: MailboxConfig,
): Promise<void> {
  if (!(await isOwner(line, context, mailbox))) return;
  const visit = new MailboxVisit(line, context, {
    companyId: context.companyId,
    mailboxId: mailbox.id,
  });
  await visit.tellCount();
  for (let silent = 0; silent < MENU_ROUNDS; ) {
    const choice = await visit.ask(prompts("mailbox-menu"));
    silent = choice === undefined ? silent + 1 : 0;
    if (choice === "1") await visit.hearMessages();
    else if (choice === "2") await visit.recordGreeting();
    else if (choice === "3") await visit.hearGreeting();
    else if (choice === "*" || choice === "#") break;
    else if (choice !== undefined) await line.play(prompts("invalid-choice"));
  }
  await line.play(prompts("goodbye"));
}

async function isOwner(
  line: ApplicationLine,
  context: ApplicationContext,
  mailbox: MailboxConfig,
): Promise<boolean> {
  const { pin } = mailbox;
  if (pin === undefined) return true;
  const { clock, mailboxes, companyId } = context;
  const ref = { companyId, mailboxId: mailbox.id };
  const { lockedUntil } = await mailboxes.pinTries(ref);
  for (let tries = 0; tries < MAX_TRIES && lockedUntil <= clock.now(); tries += 1) {
    await line.play(prompts("enter-pin"), "any");
    const entered = await line.collect({ maxDigits: 12, timeoutMs: KEY_MS, endOn: "#" });
    // Silence is no guess.
    const verdict = entered === "" ? "wrong" : await judged(context, mailbox, entered === pin);
    if (verdict === "right") return true;
    if (verdict !== "wrong") break;
    await line.play(prompts("incorrect"));
  }
  await line.play(prompts("too-many-tries", "goodbye"));
  return false;
}

async function judged(
  { clock, mailboxes, companyId, caller, pinLocked }: ApplicationContext,
  { id: mailboxId, name: mailboxName }: MailboxConfig,
  isRight: boolean,
): Promise<PinJudgment["verdict"]> {
  const now = clock.now();
  const judge = (before: PinTries): PinJudgment => judgePin(before, isRight, now);
  const { verdict, tries } = await mailboxes.judgePin({ companyId, mailboxId }, judge);
  if (verdict === "lockedNow") {
    const { wrong, lockedUntil } = tries;
    pinLocked({
      companyId,
      mailboxId,
      mailboxName,
      caller: caller.number,
      wrong,
      waitMs: lockedUntil - now,
    });
  }
  return verdict;
}

class MailboxVisit {
  readonly #line: ApplicationLine;
  readonly #context: ApplicationContext;
  readonly #ref: MailboxRef;

  constructor(line: ApplicationLine, context: ApplicationContext, ref: MailboxRef) {
    this.#line = line;
    this.#context = context;
    this.#ref = ref;
  }

  async tellCount(): Promise<void> {
    const fresh = (await this.#messages()).filter(({ isNew }) => isNew).length;
    const news = fresh === 1 ? "new-message" : "new-messages";
    if (fresh > 0) await this.#line.play([...prompts("you-have", ...sayNumber(fresh), news)], "any");
    else if ((await this.#messages()).length === 0) await this.#line.play(prompts("no-messages"), "any");
  }

  async ask(sources: readonly AudioSource[]): Promise<DtmfDigit | undefined> {
    await this.#line.play(sources, "any");
    return this.#line.key(KEY_MS);
  }

  /** New ones first, each group in order of arrival. */
  async hearMessages(): Promise<void> {
    const all = await this.#messages();
    const ordered = [...all.filter(({ isNew }) => isNew), ...all.filter(({ isNew }) => !isNew)];
    if (ordered.length === 0) {
      await this.#line.play(prompts("no-messages"));
      return;
    }
    for (const [index, message] of ordered.entries()) {
      await this.#line.play(prompts(index === 0 ? "first-message" : "next-message"), "any");
      if (!(await this.#hearOne(message))) return;
    }
    await this.#line.play(prompts("no-more-messages"));
  }

  async recordGreeting(): Promise<void> {
    const { mailboxes, newId } = this.#context;
    await this.#line.play(prompts("record-greeting"));
    this.#line.forgetKeys();
    const recordingId = newId();
    const recorded = await this.#line.record({
      recordingId,
      path: mailboxes.draftPath(this.#ref, recordingId),
      formats: ["wav"],
      maxDurationMs: 120_000,
      stopOnKeys: ["#"],
      beep: true,
    });
    // Only the key says that it is meant: a hang-up in the middle keeps the old one.
    if (recorded.reason !== "key") return;
    await mailboxes.saveGreeting(this.#ref, recorded.files);
    await this.#line.play(prompts("greeting-saved"));
  }

  async hearGreeting(): Promise<void> {
    const path = await this.#context.mailboxes.greeting(this.#ref);
    await this.#line.play(path === undefined ? prompts("leave-a-message") : [{ kind: "file", path }], "any");
  }

  /** False when the owner has heard enough. */
  async #hearOne(message: MailboxMessage): Promise<boolean> {
    const { mailboxes } = this.#context;
    await this.#playMessage(message);
    if (message.isNew) await mailboxes.markHeard(this.#ref, message.id);
    for (let silent = 0; silent < MENU_ROUNDS; ) {
      const choice = await this.ask(prompts("message-menu"));
      silent = choice === undefined ? silent + 1 : 0;
      if (choice === "1") await this.#playMessage(message);
      else if (choice === "3") {
        await mailboxes.remove(this.#ref, message.id);
        await this.#line.play(prompts("message-deleted"), "any");
        return true;
      } else if (choice === "2" || choice === "#") return true;
      else if (choice === "*") return false;
    }
    return true;
  }

  async #playMessage({ path, callerNumber }: MailboxMessage): Promise<void> {
    const digits = sayDigits(callerNumber);
    const from = digits.length > 0 ? digits : (["unknown-number"] as const);
    await this.#line.play(prompts("message-from", ...from), "any");
    await this.#line.play([{ kind: "file", path }], "any");
  }

  #messages(): Promise<readonly MailboxMessage[]> {
    return this.#context.mailboxes.messages(this.#ref);
  }
}
