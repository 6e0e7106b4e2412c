import type { FaxListQuery } from "@offhook/contract";
import { type Kysely, sql } from "kysely";
import type { ItemReaderRef } from "../../database/items/item-list-repository.ts";
import type { DB } from "../../database/schema/database-schema.ts";
import { faxLists } from "./fax-repository.ts";

/** Ids of a page, in the order asked for. */
export function listFaxIds(query: Kysely<DB>, reader: ItemReaderRef, page: FaxListQuery): Promise<string[]> {
  const { dir, filter, number, start, end, after, descending } = page;
  const meant = [];
  if (dir !== undefined) meant.push(sql`each.direction = ${dir}`);
  if (filter === "failed") meant.push(sql`each.state = 'failed'`);
  if (start !== undefined) meant.push(sql`each.at >= ${new Date(start * 1000)}`);
  // The second it names is meant as a whole.
  if (end !== undefined) meant.push(sql`each.at < ${new Date((end + 1) * 1000)}`);
  const tasks = filter === "all" || filter === "failed" ? undefined : filter;
  return faxLists.listIds(query, reader, {
    meant,
    tasks,
    number,
    isNewestFirst: descending,
    after,
    offset: page._offset,
    limit: page._limit,
  });
}
