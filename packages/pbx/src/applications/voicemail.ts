import type { RecordingFinished, StartRecording } from "@offhook/media/protocol";
import type { HangupCause } from "../calls/hangup-cause.ts";
import type { MailboxConfig } from "../dialplan/company-config.ts";
import type { MailboxRef } from "../ports/mailbox-store.ts";
import { type ApplicationLine, prompts } from "./application-line.ts";
import type { ApplicationContext } from "./application-services.ts";
import { greetingFor } from "./box-greeting.ts";

/** Less than this is somebody who hung up at the beep. */
export const MIN_MESSAGE_MS = 1_000;
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
  await line.play(await greetingFor(context, ref, reason), ["#"]);
  line.forgetKeys();
  await recordMessage(line, context, mailbox, ref);
}

async function recordMessage(
  line: ApplicationLine,
  context: ApplicationContext,
  mailbox: MailboxConfig,
  ref: MailboxRef,
): Promise<void> {
  const { callId, companyId, caller } = context;
  const messageId = context.newId();
  const startedAt = context.clock.now();
  const { mailboxes } = context;
  const from = { callerNumber: caller.number, callerName: caller.name };
  const path = await mailboxes.begin(ref, { id: messageId, callId, startedAt, ...from });
  const file = `${path}.wav`;
  context.messageBegun({ companyId, mailboxId: mailbox.id, callId, messageId, file, startedAt, ...from });
  let isKept = false;
  try {
    const finished = await recordOn(line, {
      recordingId: messageId,
      path,
      maxDurationMs: mailbox.maxMessageMs,
    });
    const durationMs = finished ? Math.max(0, finished.durationMs - finished.trailingSilenceMs) : 0;
    if (!finished) isKept = await mailboxes.rescue(ref, messageId);
    else if (durationMs < MIN_MESSAGE_MS) await mailboxes.discard(ref, messageId);
    else {
      const { files } = finished;
      const message = { id: messageId, callId, files, receivedAt: startedAt, durationMs, ...from };
      await mailboxes.save(ref, message);
      isKept = true;
    }
  } finally {
    context.messageEnded(messageId, isKept);
  }
  if (!line.isOver) await line.play(prompts(isKept ? "message-saved" : "message-too-short", "goodbye"));
}

/** Undefined where the audio went away in the middle, or the caller before it began. */
async function recordOn(
  line: ApplicationLine,
  recording: Pick<StartRecording, "recordingId" | "path" | "maxDurationMs">,
): Promise<RecordingFinished | undefined> {
  try {
    const finished = await line.record({
      ...recording,
      formats: ["wav", "mp3"],
      stopOnSilenceMs: SILENCE_MS,
      stopOnKeys: ["#"],
      beep: true,
      isFollowed: true,
    });
    return finished.reason === "processDied" ? undefined : finished;
  } catch (error) {
    if (line.isOver) return undefined;
    throw error;
  }
}
