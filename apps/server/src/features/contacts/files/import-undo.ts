import type { Transaction } from "../../../database/database.ts";
import { deleteFile } from "../../../database/file-repository.ts";
import { findRegion } from "../../../database/region-repository.ts";
import type { Actor } from "../../../platform/actor.ts";
import { publishChanges } from "../book/contact-changes.ts";
import { type ContactFields, numberKeys } from "../book/contact-fields.ts";
import type { ContactPhotos } from "../book/contact-photos.ts";
import { nextVersion, replaceNumbers, updateContact } from "../book/contact-repository.ts";
import { pickFields } from "../book/contact-service.ts";
import { deleteAdded, listMerged } from "./import-repository.ts";

export interface Undo {
  readonly actor: Actor;
  readonly importId: number;
  readonly now: Date;
  readonly photos: ContactPhotos;
}

type Before = ContactFields & { readonly photo_key: string | null };

/** Deletes what the import added, and gives what it merged its former fields back unless somebody changed it since. */
export async function undoImport(tx: Transaction, { actor, importId, now, photos }: Undo): Promise<void> {
  const version = await nextVersion(tx.query, actor.customerId);
  const region = await findRegion(tx.query, actor.customerId);
  const merged = await listMerged(tx.query, importId);
  for (const { contact, before } of merged) {
    const former = before as Before;
    const fields = pickFields(former);
    const change = { ...fields, photo_key: former.photo_key, version, changed_at: now };
    await updateContact(tx.query, contact.id, change);
    const target = { id: contact.id, customerId: actor.customerId };
    await replaceNumbers(tx.query, target, numberKeys(fields, region));
    const added = contact.photo_key;
    if (added !== null && added !== former.photo_key) {
      await deleteFile(tx.query, added);
      tx.onCommit(() => photos.forget([added]));
    }
  }
  const deleted = await deleteAdded(tx.query, importId, { deleted_at: now, version });
  publishChanges(tx, [...deleted, ...merged.map(({ contact }) => contact)], version);
}
