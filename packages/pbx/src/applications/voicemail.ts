import type { AudioSource } from "@offhook/media/protocol";
import type { HangupCause } from "../calls/hangup-cause.ts";
import type { MailboxConfig } from "../dialplan/company-config.ts";
import type { MailboxRef } from "../ports/mailbox-store.ts";
import { type ApplicationLine, prompts } from "./application-line.ts";
import type { ApplicationContext } from "./application-services.ts";

/** Less than this is somebody who hung up at the beep. */
const MIN_MESSAGE_MS = 1_000;
const SILENCE_MS = 6_000;

/** Takes a message: greeting, beep, recording until silence, the pound key, the limit or the end of the call. */
export async function takeMessage(
  line: ApplicationLine,
  context: ApplicationContext,
  mailbox: MailboxConfig,
  reason: HangupCause,
): Promise<void> {
  const ref: MailboxRef = { companyId: context.companyId, mailboxId: mailbox.id };
  const { fresh, heard } = await context.mailboxes.counts(ref);
  if (fresh + heard >= mailbox.maxMessages) {
    await line.play(prompts("mailbox-full", "goodbye"));
    return;
  }
  await line.play(await greetingOf(context, ref, reason), ["#"]);
  line.forgetKeys();
  context.messageBegun();
  await recordMessage(line, context, mailbox, ref);
}

async function greetingOf(
  { mailboxes }: ApplicationContext,
  ref: MailboxRef,
  reason: HangupCause,
): Promise<AudioSource[]> {
  const own = await mailboxes.greeting(ref);
  if (own !== undefined) return [{ kind: "file", path: own }];
  return prompts(reason === "busy" ? "person-is-busy" : "person-not-available", "leave-a-message");
}

async function recordMessage(
  line: ApplicationLine,
  context: ApplicationContext,
  mailbox: MailboxConfig,
  ref: MailboxRef,
): Promise<void> {
  const recordingId = context.newId();
  const receivedAt = context.clock.now();
  const finished = await line.record({
    recordingId,
    path: context.mailboxes.draftPath(ref, recordingId),
    formats: ["wav", "mp3"],
    maxDurationMs: mailbox.maxMessageMs,
    stopOnSilenceMs: SILENCE_MS,
    stopOnKeys: ["#"],
    beep: true,
  });
  const durationMs = Math.max(0, finished.durationMs - finished.trailingSilenceMs);
  if (durationMs < MIN_MESSAGE_MS) {
    if (!line.isOver) await line.play(prompts("message-too-short", "goodbye"));
    return;
  }
  await context.mailboxes.save(ref, {
    id: recordingId,
    callId: context.callId,
    files: finished.files,
    callerNumber: context.caller.number,
    callerName: context.caller.name,
    receivedAt,
    durationMs,
  });
  if (!line.isOver) await line.play(prompts("message-saved", "goodbye"));
}
