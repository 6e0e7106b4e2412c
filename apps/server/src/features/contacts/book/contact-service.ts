import {
  type Contact,
  type ContactInput,
  channelName,
  DUPLICATE_CONTACT_TEXT,
  type MergeContacts,
  type SavedContact,
  type SpeedDialUpdateEvent,
} from "@offhook/contract";
import type { Clock } from "@offhook/kernel";
import type { Database, Transaction } from "../../../database/database.ts";
import { deleteFile } from "../../../database/file-repository.ts";
import { findRegion } from "../../../database/region-repository.ts";
import type { Actor } from "../../../platform/actor.ts";
import type { StoredObject } from "../../../platform/files/object-store.ts";
import { publishChanges } from "./contact-changes.ts";
import { contactEmpty, contactNotFound, contactNotOwned, contactTooLong } from "./contact-errors.ts";
import {
  applyFields,
  CONTACT_FIELDS,
  type ContactFields,
  identifyingKeys,
  isNobody,
  mergeFields,
  NO_FIELDS,
  type NumberKey,
  numberKeys,
} from "./contact-fields.ts";
import { type ContactPhotos, insertPhotoFile } from "./contact-photos.ts";
import {
  type ContactRow,
  findByUuid,
  findContact,
  findDuplicate,
  insertContact,
  nextVersion,
  replaceNumbers,
  updateContact,
} from "./contact-repository.ts";
import { listSpeedDial, setSpeedDial } from "./contact-sync-repository.ts";
import { contactView } from "./contact-view.ts";

export interface ContactServiceDeps {
  readonly database: Database;
  readonly clock: Clock;
  readonly photos: ContactPhotos;
  readonly photoUrl: (key: string) => string;
}

const MAX_LIST_LENGTH = 4_000;
const DUPLICATE_ID = -1;

/** The address book: everything that changes it. */
export class ContactService {
  readonly #deps: ContactServiceDeps;

  constructor(deps: ContactServiceDeps) {
    this.#deps = deps;
  }

  async read(actor: Actor, id: number): Promise<Contact> {
    const { query } = this.#deps.database;
    const row = await findContact(query, actor, id);
    if (!row || row.deleted_at) throw contactNotFound();
    const speedDial = new Set(await listSpeedDial(query, actor.userId));
    return contactView(row, actor, speedDial, this.#deps);
  }

  save(actor: Actor, input: ContactInput): Promise<SavedContact> {
    return this.#withPhoto(input.photo, (photo) =>
      this.#deps.database.transaction(async (tx) => {
        const version = await nextVersion(tx.query, actor.customerId);
        const before = await this.#toSave(tx, actor, input);
        if (before && input.id === undefined) return saved(before.id);
        const fields = await this.#fieldsOf(tx, actor, before, input);
        const keys = numberKeys(fields.after, fields.region);
        const existing = input.allow_duplicate
          ? undefined
          : await findDuplicate(tx.query, actor, newIdentifyingKeys(keys, fields, before), before?.id);
        if (existing !== undefined) return duplicate(existing);
        const contact = await this.#write(tx, actor, { before, input, fields: fields.after, photo, version });
        await replaceNumbers(tx.query, contact, keys);
        if (input.speeddial !== undefined)
          await this.#setSpeedDial(tx, actor, String(contact.id), input.speeddial);
        return saved(contact.id);
      }),
    );
  }

  async remove(actor: Actor, ids: readonly string[]): Promise<{ ids: string[] }> {
    return this.#changeAll(actor, ids, (row) => (row.deleted_at ? undefined : { deleted_at: this.#now() }));
  }

  /** Undoes a deletion. */
  async restore(actor: Actor, ids: readonly string[]): Promise<{ ids: string[] }> {
    return this.#changeAll(actor, ids, (row) => (row.deleted_at ? { deleted_at: null } : undefined));
  }

  merge(actor: Actor, { id, ids, contact }: MergeContacts): Promise<SavedContact> {
    return this.#withPhoto(contact?.photo, (photo) =>
      this.#deps.database.transaction(async (tx) => {
        const version = await nextVersion(tx.query, actor.customerId);
        const region = await findRegion(tx.query, actor.customerId);
        const target = await this.#owned(tx, actor, Number(id));
        const others = await this.#allOwned(
          tx,
          actor,
          ids.filter((other) => other !== id),
        );
        const given = contact ? [applyFields(NO_FIELDS, contact, region)] : [];
        const fields = [...others, ...given].reduce<ContactFields>(
          (merged, other) => mergeFields(merged, other, region),
          target,
        );
        requireFitting(fields);
        const photoKey = await this.#mergedPhoto(tx, target, others, photo);
        const change = { ...pickFields(fields), photo_key: photoKey, version, changed_at: this.#now() };
        await updateContact(tx.query, target.id, change);
        await replaceNumbers(
          tx.query,
          { id: target.id, customerId: actor.customerId },
          numberKeys(fields, region),
        );
        for (const other of others)
          await updateContact(tx.query, other.id, { deleted_at: this.#now(), version });
        publishChanges(tx, [target, ...others], version);
        return saved(target.id);
      }),
    );
  }

  /** The picture of the merged contact: its own, else the new one, else that of another. */
  async #mergedPhoto(
    tx: Transaction,
    target: ContactRow,
    others: readonly ContactRow[],
    photo: StoredObject | undefined,
  ): Promise<string | null> {
    if (target.photo_key !== null) {
      if (photo) this.#deps.photos.forget([photo.key]);
      return target.photo_key;
    }
    if (photo) {
      await insertPhotoFile(tx.query, target.customer_id, photo);
      return photo.key;
    }
    const donor = others.find(({ photo_key }) => photo_key !== null);
    if (!donor) return null;
    // A file belongs to one contact: the other one, when it is forgotten, would take it along.
    await updateContact(tx.query, donor.id, { photo_key: null });
    return donor.photo_key;
  }

  async #allOwned(tx: Transaction, actor: Actor, ids: readonly string[]): Promise<ContactRow[]> {
    const rows: ContactRow[] = [];
    for (const id of new Set(ids)) rows.push(await this.#owned(tx, actor, Number(id)));
    return rows;
  }

  async setSpeedDial(actor: Actor, id: string, isOn: boolean): Promise<{ ids: string[] }> {
    return this.#deps.database.transaction(async (tx) => {
      const isPersonal = /^\d+$/.test(id);
      if (isOn && isPersonal && !(await findContact(tx.query, actor, Number(id)))) throw contactNotFound();
      return { ids: await this.#setSpeedDial(tx, actor, id, isOn) };
    });
  }

  async #setSpeedDial(tx: Transaction, actor: Actor, id: string, isOn: boolean): Promise<string[]> {
    const hasChanged = await setSpeedDial(tx.query, actor, id, isOn);
    const ids = await listSpeedDial(tx.query, actor.userId);
    const event: SpeedDialUpdateEvent = { type: "SPEEDDIAL_UPDATE", ids };
    const channel = channelName("user", actor.userId);
    if (hasChanged) tx.publish({ customerId: actor.customerId, channel, event });
    return ids;
  }

  /** The row a request speaks of: one to change, or one that the same request has already made. */
  async #toSave(tx: Transaction, actor: Actor, { id, uuid }: ContactInput): Promise<ContactRow | undefined> {
    if (id !== undefined) return this.#owned(tx, actor, Number(id));
    return uuid === undefined ? undefined : findByUuid(tx.query, actor, uuid);
  }

  async #owned(tx: Transaction, actor: Actor, id: number): Promise<ContactRow> {
    const row = await findContact(tx.query, actor, id);
    if (!row || row.deleted_at) throw contactNotFound();
    if (row.owner_id !== actor.userId) throw contactNotOwned();
    return row;
  }

  async #fieldsOf(
    tx: Transaction,
    actor: Actor,
    before: ContactRow | undefined,
    input: ContactInput,
  ): Promise<{ after: ContactFields; region: string }> {
    const region = await findRegion(tx.query, actor.customerId);
    const after = applyFields(pickFields(before ?? NO_FIELDS), input, region);
    if (isNobody(after)) throw contactEmpty();
    return { after, region };
  }

  async #write(
    tx: Transaction,
    actor: Actor,
    { before, input, fields, photo, version }: Write,
  ): Promise<{ id: number; customerId: number }> {
    const { customerId, userId } = actor;
    if (photo) await insertPhotoFile(tx.query, customerId, photo);
    const now = this.#now();
    const photoKey = photo ? photo.key : input.photo === null ? null : (before?.photo_key ?? null);
    const isPublic = input.public ?? before?.is_public ?? false;
    const row = {
      ...fields,
      customer_id: customerId,
      owner_id: userId,
      is_public: isPublic,
      was_public: isPublic || (before?.was_public ?? false),
      photo_key: photoKey,
      version,
      changed_at: now,
    };
    const id =
      before?.id ??
      (await insertContact(tx.query, {
        ...row,
        uuid: input.uuid ?? null,
        created_at: now,
        deleted_at: null,
      }));
    if (before) await updateContact(tx.query, id, row);
    const former = before?.photo_key;
    if (former && former !== photoKey) {
      await deleteFile(tx.query, former);
      tx.onCommit(() => this.#deps.photos.forget([former]));
    }
    publishChanges(tx, [{ ...row, id }], version);
    return { id, customerId };
  }

  async #changeAll(
    actor: Actor,
    ids: readonly string[],
    changeOf: (row: ContactRow) => { deleted_at: Date | null } | undefined,
  ): Promise<{ ids: string[] }> {
    return this.#deps.database.transaction(async (tx) => {
      const version = await nextVersion(tx.query, actor.customerId);
      const changed: ContactRow[] = [];
      for (const id of new Set(ids)) {
        const row = await findContact(tx.query, actor, Number(id));
        if (!row) throw contactNotFound();
        if (row.owner_id !== actor.userId) throw contactNotOwned();
        const change = changeOf(row);
        if (!change) continue;
        await updateContact(tx.query, row.id, { ...change, version });
        changed.push(row);
      }
      publishChanges(tx, changed, version);
      return { ids: changed.map(({ id }) => String(id)) };
    });
  }

  /** A stored picture that no row came to speak of is deleted again. */
  async #withPhoto(
    image: string | null | undefined,
    work: (photo: StoredObject | undefined) => Promise<SavedContact>,
  ): Promise<SavedContact> {
    const photo = image ? await this.#deps.photos.store(image) : undefined;
    const forget = (): void => this.#deps.photos.forget(photo ? [photo.key] : []);
    try {
      const result = await work(photo);
      if (result.id === DUPLICATE_ID) forget();
      return result;
    } catch (error) {
      forget();
      throw error;
    }
  }

  #now(): Date {
    return new Date(this.#deps.clock.now());
  }
}

interface Write {
  readonly before: ContactRow | undefined;
  readonly input: ContactInput;
  readonly fields: ContactFields;
  readonly photo: StoredObject | undefined;
  readonly version: number;
}

const saved = (id: number): SavedContact => ({ id, message: null, existing: null });
const duplicate = (existing: number): SavedContact => ({
  id: DUPLICATE_ID,
  message: DUPLICATE_CONTACT_TEXT,
  existing: String(existing),
});

/** Only what is new can collide: an old collision must not keep somebody from correcting a name. */
function newIdentifyingKeys(
  keys: readonly NumberKey[],
  { region }: { readonly region: string },
  before: ContactRow | undefined,
): string[] {
  const known = new Set(before ? identifyingKeys(numberKeys(before, region)) : []);
  return identifyingKeys(keys).filter((key) => !known.has(key));
}

export function pickFields(fields: ContactFields): ContactFields {
  return Object.fromEntries(
    CONTACT_FIELDS.map((field) => [field, fields[field]]),
  ) as unknown as ContactFields;
}

function requireFitting(fields: ContactFields): void {
  if (CONTACT_FIELDS.some((field) => fields[field].length > MAX_LIST_LENGTH && field !== "notes"))
    throw contactTooLong();
}
