import type { MailboxConfig } from "../dialplan/company-config.ts";
import type { PinJudgment, PinTries } from "../ports/mailbox-store.ts";
import { type ApplicationLine, prompts } from "./application-line.ts";
import type { ApplicationContext } from "./application-services.ts";
import { judgePin } from "./pin-brake.ts";

const MAX_TRIES = 3;
const KEY_MS = 6_000;

/** Asks for the PIN, where the box has one. */
export async function isOwner(
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
