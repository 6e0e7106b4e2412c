import type { Kysely } from "kysely";
import type { DB } from "../../../database/schema/database-schema.ts";
import { displayName, identifyingKeys, NO_FIELDS } from "../book/contact-fields.ts";
import type { Viewer } from "../book/contact-repository.ts";
import { type Duplicate, duplicatesOf, type ExistingContact, type ImportCandidate } from "./import-plan.ts";
import { findOwnersOfKeys } from "./import-repository.ts";

/** By row of a file: whoever the viewer sees, or an earlier row, that has its work or mobile number. */
export async function findDuplicates(
  query: Kysely<DB>,
  viewer: Viewer,
  candidates: readonly ImportCandidate[],
): Promise<Map<number, Duplicate>> {
  const keys = [...new Set(candidates.flatMap((each) => identifyingKeys(each.keys)))];
  const owners = await findOwnersOfKeys(query, viewer, keys);
  const existing = new Map<string, ExistingContact>(
    owners.map(({ key, id, owner_id, ...fields }) => [
      key,
      { id, isOwn: owner_id === viewer.userId, name: displayName({ ...NO_FIELDS, ...fields }) },
    ]),
  );
  return duplicatesOf(candidates, existing, displayName);
}
