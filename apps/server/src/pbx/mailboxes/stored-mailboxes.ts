import type {
  MailboxMessage,
  MailboxRef,
  MailboxStore,
  MessageCounts,
  NewMessage,
  PinJudgment,
  PinTries,
} from "@offhook/pbx";
import type { Database, Transaction } from "../../database/database.ts";
import { deleteFile, insertFile } from "../../database/file-repository.ts";
import type { VoicemailArrivals } from "../../features/voicemails/index.ts";
import type { AudioFiles } from "../../platform/files/audio-files.ts";
import type { StoredObject } from "../../platform/files/object-store.ts";
import { readWavPeaks } from "../../platform/files/wav-peaks.ts";
import {
  countMessages,
  findGreetingKey,
  findPinTries,
  insertMessage,
  listMessages,
  lockBox,
  type MessageRow,
  saveGreetingKey,
  savePinTries,
} from "./mailbox-repository.ts";

export interface StoredMailboxesDeps {
  readonly database: Database;
  readonly files: AudioFiles;
  readonly voicemails: Pick<
    VoicemailArrivals,
    "arrivedWithin" | "heardWithin" | "keptWithin" | "deletedWithin"
  >;
}

type Recorded = NewMessage["files"];

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

  async greeting(mailbox: MailboxRef): Promise<string | undefined> {
    const { customerId, boxId } = idsOf(mailbox);
    const key = await findGreetingKey(this.#deps.database.query, customerId, boxId);
    return key === undefined ? undefined : this.#deps.files.playable(key);
  }

  async saveGreeting(mailbox: MailboxRef, recorded: Recorded): Promise<void> {
    const { files, database } = this.#deps;
    const { customerId, boxId } = idsOf(mailbox);
    const stored = await files.put(forThePhone(recorded));
    const before = await database.transaction(async (tx) => {
      const box = await lockBox(tx.query, customerId, boxId);
      if (!box) throw new Error(`There is no voicemail box ${boxId}`);
      await insertFile(tx.query, customerId, "greeting", stored);
      await saveGreetingKey(tx.query, boxId, stored.key);
      if (box.greeting_key !== null) await deleteFile(tx.query, box.greeting_key);
      return box.greeting_key;
    });
    if (before !== null) await files.forget(before);
    await files.remove(Object.values(recorded));
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
      });
      if (!isNew) return false;
      for (const stored of new Set([forPeople, forPhone]))
        await insertFile(tx.query, customerId, message.id, stored);
      await voicemails.arrivedWithin(tx, { id: boxId, customerId, name: box.name }, message.id);
      return true;
    });
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
