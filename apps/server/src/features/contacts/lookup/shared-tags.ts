import { tagsOf } from "@offhook/contract";
import { directoryKey } from "@offhook/telephony/international";
import type { Database } from "../../../database/database.ts";
import { findSharedTagLists } from "./caller-repository.ts";

/** The tags of whoever the company's shared contacts know under this number, as they are now. */
export async function sharedTagsOf(
  { query }: Pick<Database, "query">,
  { customerId, region }: { readonly customerId: number; readonly region: string },
  number: string,
): Promise<string[]> {
  const key = directoryKey(number, region);
  if (key === undefined) return [];
  return tagsOf((await findSharedTagLists(query, customerId, key)).join(","));
}
