import type { PassedOverLine } from "@offhook/contract";
import type { Kysely } from "kysely";
import type { DB } from "../../../database/schema/database-schema.ts";
import { listAgentNames } from "../numbers/agent-name-repository.ts";
import { listPassedOver, listTakers, type PassedOverRow } from "./passed-over-repository.ts";

const EVER = new Date(0);

export interface PartsOfOthers {
  /** Who took the call first. */
  readonly takenBy: { readonly phoneId: number; readonly name: string } | undefined;
  /** Those of the lines that could have got the call and did not ring. */
  readonly passedOver: readonly PassedOverLine[];
}

/** What became of a call beside the line whose history is read. */
export async function readPartsOfOthers(
  query: Kysely<DB>,
  customerId: number,
  callId: string,
  phoneIds: readonly number[],
): Promise<PartsOfOthers> {
  const [rows, takers] = await Promise.all([
    listPassedOver(query, { customerId, phoneIds, from: EVER, callId }),
    namesOfTakers(query, customerId, [callId]),
  ]);
  return { takenBy: takers.get(callId), passedOver: rows.map(presentLine) };
}

export async function namesOfTakers(
  query: Kysely<DB>,
  customerId: number,
  callIds: readonly string[],
): Promise<ReadonlyMap<string, { readonly phoneId: number; readonly name: string }>> {
  const takers = await listTakers(query, callIds);
  const ids = new Set(takers.map(({ phone_id }) => phone_id));
  const agents = await listAgentNames(query, customerId, [...ids]);
  const names = new Map(agents.map(({ phone_id, name }) => [phone_id, name]));
  return new Map(
    takers.map(({ call_id, phone_id: phoneId }) => [call_id, { phoneId, name: names.get(phoneId) ?? "" }]),
  );
}

export const presentLine = ({ phone, via, line }: PassedOverRow): PassedOverLine => ({ phone, via, ...line });
