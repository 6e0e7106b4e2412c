import type { SmsOptOut } from "@offhook/contract";
import { directoryKey } from "@offhook/telephony/international";
import type { Database } from "../../../database/database.ts";
import { findRegion } from "../../../database/region-repository.ts";
import type { Actor } from "../../../platform/actor.ts";
import { listOptOutRows } from "./opt-out-repository.ts";

/** Which of these numbers have said STOP to a line of the user. */
export async function listOptOuts(
  database: Database,
  actor: Actor,
  numbers: readonly string[],
): Promise<SmsOptOut[]> {
  const region = await findRegion(database.query, actor.customerId);
  const keys = numbers.flatMap((number) => [number, directoryKey(number, region) ?? number]);
  return listOptOutRows(database.query, actor, [...new Set(keys)]);
}
