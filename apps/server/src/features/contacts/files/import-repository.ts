import type { ContactImport } from "@offhook/contract";
import { type Insertable, type Kysely, type Selectable, sql } from "kysely";
import type { ContactImports, DB } from "../../../database/schema/database-schema.ts";
import type { ContactRow, Viewer } from "../book/contact-repository.ts";

export type ImportRecord = Selectable<ContactImports>;

export function importView(record: ImportRecord): ContactImport {
  return {
    id: record.id,
    name: record.name,
    state: record.state as ContactImport["state"],
    total: record.total,
    processed: record.processed,
    added: record.added,
    merged: record.merged,
    skipped: record.skipped,
    failed: record.failed,
    errors: record.errors as ContactImport["errors"],
    message: record.message,
    started_at: Math.floor(record.started_at.getTime() / 1000),
  };
}

/** The import of this uuid, and whether it was made now. */
export async function insertImport(
  query: Kysely<DB>,
  values: Insertable<ContactImports>,
): Promise<{ record: ImportRecord; isNew: boolean }> {
  const inserted = await query
    .insertInto("contact_imports")
    .values(values)
    .onConflict((conflict) => conflict.columns(["user_id", "uuid"]).doNothing())
    .returningAll()
    .executeTakeFirst();
  if (inserted) return { record: inserted, isNew: true };
  const record = await query
    .selectFrom("contact_imports")
    .selectAll()
    .where("user_id", "=", values.user_id)
    .where("uuid", "=", values.uuid)
    .executeTakeFirstOrThrow();
  return { record, isNew: false };
}

export async function findImport(
  query: Kysely<DB>,
  userId: number,
  id: number,
): Promise<ImportRecord | undefined> {
  return query
    .selectFrom("contact_imports")
    .selectAll()
    .where("id", "=", id)
    .where("user_id", "=", userId)
    .executeTakeFirst();
}

const LISTED = 20;

export async function listImports(query: Kysely<DB>, userId: number): Promise<ImportRecord[]> {
  return query
    .selectFrom("contact_imports")
    .selectAll()
    .where("user_id", "=", userId)
    .orderBy("id", "desc")
    .limit(LISTED)
    .execute();
}

export async function updateImport(
  query: Kysely<DB>,
  id: number,
  change: Partial<Omit<ImportRecord, "errors">> & { readonly errors?: string },
): Promise<ImportRecord> {
  return query
    .updateTable("contact_imports")
    .set(change)
    .where("id", "=", id)
    .returningAll()
    .executeTakeFirstOrThrow();
}

/** Imports that a stopped server left behind: their transaction was rolled back. */
export async function failAbandonedImports(query: Kysely<DB>, message: string): Promise<void> {
  await query
    .updateTable("contact_imports")
    .set({ state: "failed", message })
    .where("state", "=", "running")
    .execute();
}

export interface OwnerOfKey {
  readonly key: string;
  readonly id: number;
  readonly owner_id: number | null;
  readonly fname: string;
  readonly lname: string;
  readonly organization: string;
  readonly emails: string;
}

const KEYS_AT_ONCE = 10_000;

/** The contacts the viewer sees with one of the keys as work or mobile number; the viewer's own last, so they win. */
export async function findOwnersOfKeys(
  query: Kysely<DB>,
  { userId, customerId }: Viewer,
  keys: readonly string[],
): Promise<OwnerOfKey[]> {
  const owners: OwnerOfKey[] = [];
  for (let start = 0; start < keys.length; start += KEYS_AT_ONCE) {
    const { rows } = await sql<OwnerOfKey>`
      select numbers.key, contacts.id, contacts.owner_id, contacts.fname, contacts.lname, contacts.organization,
        contacts.emails
      from contact_numbers as numbers join contacts on contacts.id = numbers.contact_id
      where numbers.customer_id = ${customerId} and numbers.key = any(${keys.slice(start, start + KEYS_AT_ONCE)})
        and numbers.label in ('work', 'mobile') and contacts.deleted_at is null
        and (contacts.owner_id = ${userId} or contacts.is_public)
      order by contacts.owner_id is not distinct from ${userId}, contacts.id desc`.execute(query);
    owners.push(...rows);
  }
  return owners;
}

/** `before` is the JSON of what was there; null for contacts that the import made. */
export async function insertImportChanges(
  query: Kysely<DB>,
  importId: number,
  version: number,
  changes: { readonly contactIds: readonly number[]; readonly before: string | null },
): Promise<void> {
  await sql`
    insert into contact_import_changes (import_id, contact_id, before, version)
    select ${importId}, contact_id, ${changes.before}::jsonb, ${version}
    from unnest(${changes.contactIds}::integer[]) as contact_id`.execute(query);
}

/** Deletes what an import added. */
export async function deleteAdded(
  query: Kysely<DB>,
  importId: number,
  change: { readonly deleted_at: Date; readonly version: number },
): Promise<Pick<ContactRow, "id" | "customer_id" | "owner_id" | "was_public">[]> {
  return query
    .updateTable("contacts")
    .set(change)
    .where("deleted_at", "is", null)
    .where(
      "id",
      "in",
      query
        .selectFrom("contact_import_changes")
        .select("contact_id")
        .where("import_id", "=", importId)
        .where("before", "is", null),
    )
    .returning(["id", "customer_id", "owner_id", "was_public"])
    .execute();
}

export interface MergedContact {
  readonly contact: ContactRow;
  readonly before: unknown;
}

/** Contacts an import changed and nobody has changed since. */
export async function listMerged(query: Kysely<DB>, importId: number): Promise<MergedContact[]> {
  const rows = await query
    .selectFrom("contact_import_changes")
    .innerJoin("contacts", "contacts.id", "contact_import_changes.contact_id")
    .selectAll("contacts")
    .select("contact_import_changes.before")
    .where("contact_import_changes.import_id", "=", importId)
    .where("contact_import_changes.before", "is not", null)
    .whereRef("contacts.version", "=", "contact_import_changes.version")
    .execute();
  return rows.map(({ before, ...contact }) => ({ contact, before }));
}
