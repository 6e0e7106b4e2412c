import type { WritingHandle } from "@offhook/ui/conversation";
import type { RefObject } from "react";
import type { Thread } from "../store/thread.ts";
import { useTextMessages } from "../use-text-messages.ts";
import type { ComposedBody } from "./compose-state.ts";
import type { Attachments } from "./use-attachments.ts";

export interface SendingOptions {
  readonly body: ComposedBody;
  readonly attachments: Attachments;
  readonly onSent: (() => void) | undefined;
  readonly field: RefObject<WritingHandle | null>;
}

/** What is written goes out, now or at its time; the field is empty at once. */
export function useSending(thread: Thread, { body, attachments, onSent, field }: SendingOptions) {
  const texts = useTextMessages();
  const { sms_line: smsLine, conversation: receiver } = thread.address;
  const isEmpty = body.signed === "" && attachments.files.length === 0;
  const files = attachments.files.map(({ name, type, size, value }) => ({ name, type, size, value }));
  const done = (): void => {
    texts.drafts.write(thread.address, "");
    texts.presence.stoppedTyping();
    attachments.clear();
    field.current?.focus();
  };
  return {
    isEmpty,
    send: (): void => {
      if (isEmpty || attachments.isBusy) return;
      void texts.send({ smsLine, receiver, text: body.signed, files });
      // That it is no draft any more is saved like whatever else is typed: a moment later, behind the text itself.
      done();
      onSent?.();
      // A user who looks at old messages wants to see what they have just sent.
      thread.toNewest().catch(() => {});
    },
    schedule: async (at: number): Promise<void> => {
      const message = await texts.api.schedule({
        sms_line: smsLine,
        receiver,
        msgdata: body.signed,
        media: files.map(({ name, type, value }) => ({ name, type, value })),
        mId: crypto.randomUUID(),
        scheduled_at: at,
        removeMedia: false,
      });
      thread.applyMessage(message);
      done();
      texts.drafts.save(thread.address);
      onSent?.();
    },
  };
}
