import type { ContactImport, StartContactImport } from "@offhook/contract";
import type { Clock } from "@offhook/kernel";
import type { Database, Transaction } from "../../../database/database.ts";
import type { Actor } from "../../../platform/actor.ts";
import type { StoredObject } from "../../../platform/files/object-store.ts";
import { publishChanges } from "../book/contact-changes.ts";
import { mergeFields, numberKeys } from "../book/contact-fields.ts";
import { type ContactPhotos, insertPhotoFile } from "../book/contact-photos.ts";
import {
  type ContactRow,
  findContact,
  nextVersion,
  replaceNumbers,
  updateContact,
} from "../book/contact-repository.ts";
import { pickFields } from "../book/contact-service.ts";
import { insertContacts, insertNumbers } from "../book/contact-writing-repository.ts";
import { findDuplicates } from "./existing-contacts.ts";
import {
  type Candidates,
  type ImportPlan,
  type PlannedAdd,
  type PlannedMerge,
  planImport,
} from "./import-plan.ts";
import { importView, insertImportChanges, updateImport } from "./import-repository.ts";

export interface ImportRunDeps {
  readonly database: Database;
  readonly clock: Clock;
  readonly photos: ContactPhotos;
}

export interface ImportJob {
  readonly actor: Actor;
  readonly request: StartContactImport;
  readonly importId: number;
  readonly candidates: Candidates;
  readonly region: string;
}

const SHOWN_ERRORS = 200;

type Photos = ReadonlyMap<number, StoredObject>;

/** Does the work of an import in one transaction: all of it happens, or nothing. */
export async function runImport(
  deps: ImportRunDeps,
  job: ImportJob,
  onProgress: (processed: number) => Promise<void>,
): Promise<ContactImport> {
  const stored = new Map<number, StoredObject>();
  try {
    await storePhotos(deps, job, stored, onProgress);
    return await deps.database.transaction((tx) => writeAll(tx, deps, job, stored, onProgress));
  } catch (error) {
    deps.photos.forget([...stored.values()].map(({ key }) => key));
    throw error;
  }
}

/** Pictures are painted anew one by one, which takes the longest: the first half of the progress. */
async function storePhotos(
  { photos }: ImportRunDeps,
  { candidates }: ImportJob,
  stored: Map<number, StoredObject>,
  onProgress: (processed: number) => Promise<void>,
): Promise<void> {
  let done = 0;
  for (const { row, photo } of candidates.ready) {
    done += 1;
    if (photo === undefined) continue;
    // What is no picture is left out: the contact is worth having without it.
    const file = await photos.store(photo).catch(() => undefined);
    if (file) stored.set(row, file);
    if (stored.size % 20 === 0) await onProgress(Math.floor(done / 2));
  }
}

async function writeAll(
  tx: Transaction,
  deps: ImportRunDeps,
  job: ImportJob,
  photos: Photos,
  onProgress: (processed: number) => Promise<void>,
): Promise<ContactImport> {
  const { actor, request, importId, candidates, region } = job;
  const version = await nextVersion(tx.query, actor.customerId);
  const duplicates = await findDuplicates(tx.query, actor, candidates.ready);
  const plan = planImport(
    candidates,
    duplicates,
    (row) => request.choices[row] ?? request.duplicates,
    region,
  );
  const write: Write = { tx, job, photos, version, now: new Date(deps.clock.now()) };
  const added = await writeAdds(write, plan.adds, onProgress);
  const merged = await writeMerges(write, plan.merges);
  const unused = new Set(photos.keys());
  for (const row of [...added.photoRows, ...merged.photoRows]) unused.delete(row);
  tx.onCommit(() => deps.photos.forget([...unused].flatMap((row) => photos.get(row)?.key ?? [])));
  publishChanges(tx, [...added.rows, ...merged.rows], version);
  const record = await updateImport(tx.query, importId, {
    state: "done",
    processed: candidates.ready.length + candidates.errors.length,
    added: plan.adds.length,
    merged: mergedRows(plan),
    skipped: plan.skipped.length,
    failed: plan.errors.length,
    errors: JSON.stringify(plan.errors.slice(0, SHOWN_ERRORS)),
  });
  return importView(record);
}

/** Rows that became part of a contact, of the book or of an earlier row. */
function mergedRows({ adds, merges }: ImportPlan): number {
  const intoRows = adds.reduce((sum, { rows }) => sum + rows.length - 1, 0);
  return merges.reduce((sum, { rows }) => sum + rows.length, intoRows);
}

interface Write {
  readonly tx: Transaction;
  readonly job: ImportJob;
  readonly photos: Photos;
  readonly version: number;
  readonly now: Date;
}

interface Written {
  readonly rows: readonly Pick<ContactRow, "id" | "customer_id" | "owner_id" | "was_public">[];
  readonly photoRows: readonly number[];
}

async function writeAdds(
  { tx, job, photos, version, now }: Write,
  adds: readonly PlannedAdd[],
  onProgress: (processed: number) => Promise<void>,
): Promise<Written> {
  const { customerId, userId } = job.actor;
  const isPublic = job.request.public;
  const owner = { customer_id: customerId, owner_id: userId, is_public: isPublic, was_public: isPublic };
  const photoRows = adds.flatMap(({ photoRow }) => (photoRow === undefined ? [] : [photoRow]));
  for (const row of photoRows) {
    const photo = photos.get(row);
    if (photo) await insertPhotoFile(tx.query, customerId, photo);
  }
  const rows = adds.map(({ fields, photoRow }) => ({
    ...fields,
    photo_key: (photoRow !== undefined && photos.get(photoRow)?.key) || null,
  }));
  const half = Math.floor(rows.length / 2);
  const ids = await insertContacts(
    tx.query,
    { customerId, userId, isPublic, version, at: now },
    rows,
    (count) => onProgress(half + Math.floor(count / 2)),
  );
  await insertNumbers(tx.query, customerId, rows, ids, job.region);
  await insertImportChanges(tx.query, job.importId, version, { contactIds: ids, before: null });
  return { rows: ids.map((id) => ({ ...owner, id })), photoRows };
}

async function writeMerges(
  { tx, job, photos, version, now }: Write,
  merges: readonly PlannedMerge[],
): Promise<Written> {
  const rows: ContactRow[] = [];
  const photoRows: number[] = [];
  for (const { id, given, photoRow } of merges) {
    const contact = await findContact(tx.query, job.actor, id);
    if (!contact) continue;
    const fields = given.reduce((merged, each) => mergeFields(merged, each, job.region), pickFields(contact));
    const photo = contact.photo_key === null && photoRow !== undefined ? photos.get(photoRow) : undefined;
    if (photo && photoRow !== undefined) {
      await insertPhotoFile(tx.query, contact.customer_id, photo);
      photoRows.push(photoRow);
    }
    const photo_key = photo?.key ?? contact.photo_key;
    await updateContact(tx.query, id, { ...fields, photo_key, version, changed_at: now });
    await replaceNumbers(tx.query, { id, customerId: contact.customer_id }, numberKeys(fields, job.region));
    const before = JSON.stringify({ ...pickFields(contact), photo_key: contact.photo_key });
    await insertImportChanges(tx.query, job.importId, version, { contactIds: [id], before });
    rows.push(contact);
  }
  return { rows, photoRows };
}
