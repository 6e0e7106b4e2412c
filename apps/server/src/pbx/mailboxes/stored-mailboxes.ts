import type {
  GreetingOccasion,
  GreetingUse,
  MailboxMessage,
  MailboxRef,
  MailboxStore,
  MessageCounts,
  MessageDraft,
  NewMessage,
  PinJudgment,
  PinTries,
  RecordedGreeting,
} from "@offhook/pbx";
import type { Database, Transaction } from "../../database/database.ts";
import { insertFile } from "../../database/file-repository.ts";
import type { Mailbox, PhoneGreetings, VoicemailArrivals } from "../../features/voicemails/index.ts";
import type { AudioFiles } from "../../platform/files/audio-files.ts";
import type { StoredObject } from "../../platform/files/object-store.ts";
import { readWavPeaks } from "../../platform/files/wav-peaks.ts";
import { deleteDraft, insertDraft } from "./draft-repository.ts";
import {
  countMessages,
  findBox,
  findPinTries,
  insertMessage,
  listMessages,
  lockBox,
  type MessageRow,
  savePinTries,
} from "./mailbox-repository.ts";

export interface StoredMailboxesDeps {
  readonly database: Database;
  readonly files: AudioFiles;
  readonly voicemails: Pick<
    VoicemailArrivals,
    "arrivedWithin" | "heardWithin" | "keptWithin" | "deletedWithin"
  >;
  readonly greetings: PhoneGreetings;
  /** Keeps what was said until the audio ended. */
  readonly rescue: (messageId: string) => Promise<boolean>;
}

type Recorded = NewMessage["files"];

const STORED_OCCASION = {
  noAnswer: "no_answer",
  busy: "busy",
  closed: "closed",
  temporary: "temporary",
  name: "name",
} as const;

const idsOf = ({ companyId, mailboxId }: MailboxRef) => ({
  customerId: Number(companyId),
  boxId: Number(mailboxId),
});

/** Voicemail: rows in the database, audio in the object store. */
export class StoredMailboxes implements MailboxStore {
  readonly #deps: StoredMailboxesDeps;

  constructor(deps: StoredMailboxesDeps) {
    this.#deps = deps;
  }

  async greeting(mailbox: MailboxRef, occasion: GreetingOccasion, now: number): Promise<string | undefined> {
    const box = await this.#find(mailbox);
    return box && this.#deps.greetings.heard(box.id, STORED_OCCASION[occasion], now);
  }

  async greetings(mailbox: MailboxRef): Promise<readonly RecordedGreeting[]> {
    const box = await this.#find(mailbox);
    return box ? this.#deps.greetings.list(box.id) : [];
  }

  async saveGreeting(
    mailbox: MailboxRef,
    { occasion, until }: GreetingUse,
    { files: recorded, durationMs }: Pick<NewMessage, "files" | "durationMs">,
  ): Promise<void> {
    const box = await this.#require(mailbox);
    const sound = { path: forThePhone(recorded), durationMs };
    await this.#deps.greetings.record(box, STORED_OCCASION[occasion], sound, { untilMs: until });
    await this.#deps.files.remove(Object.values(recorded));
  }

  async chooseGreeting(
    mailbox: MailboxRef,
    { occasion, until }: GreetingUse,
    id: string | undefined,
  ): Promise<void> {
    const box = await this.#require(mailbox);
    await this.#deps.greetings.choose(box, STORED_OCCASION[occasion], id, { untilMs: until });
  }

  async messages(mailbox: MailboxRef): Promise<readonly MailboxMessage[]> {
    const { customerId, boxId } = idsOf(mailbox);
    const rows = await listMessages(this.#deps.database.query, customerId, boxId);
    const messages = await Promise.all(rows.map((row) => this.#toMessage(row)));
    return messages.filter((message) => message !== undefined);
  }

  async counts(mailbox: MailboxRef): Promise<MessageCounts> {
    const { customerId, boxId } = idsOf(mailbox);
    return countMessages(this.#deps.database.query, customerId, boxId);
  }

  async begin(mailbox: MailboxRef, draft: MessageDraft): Promise<string> {
    await insertDraft(this.#deps.database.query, { mailbox, draft });
    return this.draftPath(mailbox, draft.id);
  }

  async discard(mailbox: MailboxRef, messageId: string): Promise<void> {
    const path = this.draftPath(mailbox, messageId);
    await this.#deps.files.remove([`${path}.wav`, `${path}.mp3`]);
    await deleteDraft(this.#deps.database.query, messageId);
  }

  rescue(_mailbox: MailboxRef, messageId: string): Promise<boolean> {
    return this.#deps.rescue(messageId);
  }

  async save(mailbox: MailboxRef, message: NewMessage): Promise<void> {
    const { files } = this.#deps;
    const phonePath = forThePhone(message.files);
    const peoplePath = message.files.mp3 ?? phonePath;
    const forPhone = await files.put(phonePath);
    const forPeople = peoplePath === phonePath ? forPhone : await files.put(peoplePath);
    const peaks = await readWavPeaks(phonePath);
    const isNew = await this.#insert(mailbox, message, { forPeople, forPhone, peaks });
    if (!isNew) for (const { key } of new Set([forPhone, forPeople])) await files.forget(key);
    await files.remove(Object.values(message.files));
  }

  async markHeard(mailbox: MailboxRef, messageId: string): Promise<void> {
    await this.#within(mailbox, (tx, box) => this.#deps.voicemails.heardWithin(tx, box, messageId));
  }

  async keep(mailbox: MailboxRef, messageId: string): Promise<void> {
    await this.#within(mailbox, (tx, box) => this.#deps.voicemails.keptWithin(tx, box, messageId));
  }

  /** It can be undone in the console for a while; the telephone has it no more. */
  async remove(mailbox: MailboxRef, messageId: string): Promise<void> {
    await this.#within(mailbox, (tx, box) => this.#deps.voicemails.deletedWithin(tx, box, messageId));
  }

  async pinTries(mailbox: MailboxRef): Promise<PinTries> {
    const { customerId, boxId } = idsOf(mailbox);
    const tries = await findPinTries(this.#deps.database.query, customerId, boxId, "toRead");
    if (!tries) throw new Error(`There is no voicemail box ${boxId}`);
    return tries;
  }

  async judgePin(mailbox: MailboxRef, judge: (before: PinTries) => PinJudgment): Promise<PinJudgment> {
    const { customerId, boxId } = idsOf(mailbox);
    return this.#deps.database.transaction(async (tx) => {
      const before = await findPinTries(tx.query, customerId, boxId, "forChange");
      if (!before) throw new Error(`There is no voicemail box ${boxId}`);
      const judged = judge(before);
      if (judged.tries !== before) await savePinTries(tx.query, boxId, judged.tries);
      return judged;
    });
  }

  draftPath({ companyId, mailboxId }: MailboxRef, recordingId: string): string {
    return this.#deps.files.draftPath(`mailbox-${companyId}-${mailboxId}-${recordingId}`);
  }

  #insert(mailbox: MailboxRef, message: NewMessage, { forPeople, forPhone, peaks }: Kept): Promise<boolean> {
    const { database, voicemails } = this.#deps;
    const { customerId, boxId } = idsOf(mailbox);
    return database.transaction(async (tx) => {
      const box = await lockBox(tx.query, customerId, boxId);
      if (!box) throw new Error(`There is no voicemail box ${boxId}`);
      const isNew = await insertMessage(tx.query, {
        id: message.id,
        customer_id: customerId,
        voicemail_box_id: boxId,
        call_id: message.callId,
        caller_number: message.callerNumber,
        caller_name: message.callerName,
        received_at: new Date(message.receivedAt),
        duration_ms: Math.round(message.durationMs),
        object_key: forPeople.key,
        phone_key: forPhone.key,
        peaks,
        is_cut_off: message.isCutOff ?? false,
      });
      await deleteDraft(tx.query, message.id);
      if (!isNew) return false;
      for (const stored of new Set([forPeople, forPhone]))
        await insertFile(tx.query, customerId, message.id, stored);
      await voicemails.arrivedWithin(tx, { id: boxId, customerId, name: box.name }, message.id);
      return true;
    });
  }

  async #find(mailbox: MailboxRef): Promise<Mailbox | undefined> {
    const { customerId, boxId } = idsOf(mailbox);
    const box = await findBox(this.#deps.database.query, customerId, boxId);
    return box && { id: box.id, customerId, name: box.name };
  }

  async #require(mailbox: MailboxRef): Promise<Mailbox> {
    const box = await this.#find(mailbox);
    if (!box) throw new Error(`There is no voicemail box ${mailbox.mailboxId}`);
    return box;
  }

  async #within(
    mailbox: MailboxRef,
    work: (tx: Transaction, box: { id: number; customerId: number; name: string }) => Promise<void>,
  ): Promise<void> {
    const { customerId, boxId } = idsOf(mailbox);
    await this.#deps.database.transaction(async (tx) => {
      const box = await lockBox(tx.query, customerId, boxId);
      if (box) await work(tx, { id: boxId, customerId, name: box.name });
    });
  }

  async #toMessage(row: MessageRow): Promise<MailboxMessage | undefined> {
    const path = await this.#deps.files.playable(row.phone_key);
    if (path === undefined) return undefined;
    return {
      id: row.id,
      path,
      callerNumber: row.caller_number,
      callerName: row.caller_name,
      receivedAt: row.received_at.getTime(),
      durationMs: row.duration_ms,
      isNew: row.heard_at === null,
    };
  }
}

/** What was made of a recording. */
interface Kept {
  readonly forPeople: StoredObject;
  readonly forPhone: StoredObject;
  readonly peaks: number[];
}

/** The media process plays WAV and Ogg Opus. */
function forThePhone({ opus, wav }: Recorded): string {
  const path = opus ?? wav;
  if (path === undefined) throw new Error("A recording has no file that a phone can play");
  return path;
}
