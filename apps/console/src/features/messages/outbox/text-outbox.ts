import { verdictOf } from "../../../platform/outbox/api-verdict.ts";
import { Outbox } from "../../../platform/outbox/outbox.ts";
import { openOutboxStorage } from "../../../platform/outbox/outbox-storage.ts";
import type { OutgoingFields } from "../../../platform/outbox/outgoing.ts";
import { openTabNews } from "../../../platform/outbox/tab-news.ts";
import type { Browser } from "../../../platform/platform.ts";
import { conversationKey } from "../store/text-api.ts";
import type { ComposedText, OutgoingText } from "./outgoing-text.ts";

/** A text as consoles kept it that had an outbox for texts alone. */
interface OldText {
  readonly text: ComposedText & Omit<OutgoingFields, "id"> & { readonly mId: string };
}

/** The texts of a user on their way to the service, in order within each conversation. */
export function openTextOutbox(
  browser: Browser,
  userId: number,
  send: (text: OutgoingText) => Promise<void>,
): Outbox<ComposedText> {
  const name = `offhook-outbox-${userId}`;
  return new Outbox<ComposedText>({
    name,
    storage: openOutboxStorage<ComposedText, OldText>({
      database: name,
      table: "texts",
      readOld: (_key, { text: { mId, ...text } }) => ({ ...text, id: mId }),
    }),
    lock: browser.lock,
    clock: browser.clock,
    newId: () => crypto.randomUUID(),
    news: openTabNews(name),
    laneOf: ({ smsLine, receiver }) => conversationKey({ sms_line: smsLine, conversation: receiver }),
    send,
    verdictOf,
    onFailed: browser.reportError,
  });
}
