import type { AudioSource } from "@offhook/media/protocol";
import type { HangupCause } from "../calls/hangup-cause.ts";
import type { GreetingOccasion, MailboxRef } from "../ports/mailbox-store.ts";
import { prompts } from "./application-line.ts";
import type { ApplicationContext } from "./application-services.ts";

/** What stands for a call that a box takes, beside what is heard for a while or as a name. */
type CallOccasion = Exclude<GreetingOccasion, "temporary" | "name">;

/** What a caller hears now: the temporary greeting, else the one for the occasion, else the standard one. */
export async function greetingFor(
  context: ApplicationContext,
  ref: MailboxRef,
  reason: HangupCause,
): Promise<AudioSource[]> {
  const { mailboxes, clock, isOpen } = context;
  const now = clock.now();
  const occasion: CallOccasion = isOpen() ? occasionOf(reason) : "closed";
  const own =
    (await mailboxes.greeting(ref, "temporary", now)) ?? (await mailboxes.greeting(ref, occasion, now));
  if (own !== undefined) return [{ kind: "file", path: own }];
  // Whoever is not to be disturbed need not be on another call.
  const told = occasion === "busy" && reason !== "busy" ? "noAnswer" : occasion;
  return standardGreeting(context, ref, told);
}

const occasionOf = (reason: HangupCause): CallOccasion =>
  reason === "busy" || reason === "doNotDisturb" ? "busy" : "noAnswer";

const WITHOUT_NAME = {
  noAnswer: "person-not-available",
  busy: "person-is-busy",
  closed: "office-closed",
} as const;

export async function standardGreeting(
  { mailboxes, clock }: ApplicationContext,
  ref: MailboxRef,
  occasion: CallOccasion,
): Promise<AudioSource[]> {
  const path = await mailboxes.greeting(ref, "name", clock.now());
  if (path === undefined) return prompts(WITHOUT_NAME[occasion], "leave-a-message");
  const name: AudioSource = { kind: "file", path };
  switch (occasion) {
    case "noAnswer":
      return [name, ...prompts("is-not-available", "leave-a-message")];
    case "busy":
      return [name, ...prompts("is-on-another-call", "leave-a-message")];
    case "closed":
      return [...prompts("you-have-reached"), name, ...prompts("office-closed", "leave-a-message")];
  }
}
