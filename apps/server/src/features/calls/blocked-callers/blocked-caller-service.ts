import {
  type BlockCallers,
  type BlockedCallers,
  channelName,
  type PbxEvent,
  type UnblockCaller,
} from "@offhook/contract";
import { directoryKey } from "@offhook/telephony/international";
import type { Kysely } from "kysely";
import type { Database, Transaction } from "../../../database/database.ts";
import type { DB } from "../../../database/database-schema.ts";
import type { Actor } from "../../../platform/actor.ts";
import { invalidCaller, lineNotFound, tooManyBlocked } from "../call-errors.ts";
import { listOwnLines, type OwnLine } from "../lines/line-repository.ts";

const MAX_BLOCKED = 1_000;

export interface BlockedCallerDeps {
  readonly database: Database;
  /** Resolves when call control knows of the changes made so far. */
  readonly whenKnown: () => Promise<void>;
}

/** Callers that a line does not want to hear from. */
export class BlockedCallerService {
  readonly #deps: BlockedCallerDeps;

  constructor(deps: BlockedCallerDeps) {
    this.#deps = deps;
  }

  async list(actor: Actor): Promise<BlockedCallers[]> {
    const { query } = this.#deps.database;
    return listBlocked(query, await listOwnLines(query, actor));
  }

  async read(actor: Actor, phone: string): Promise<BlockedCallers> {
    const { query } = this.#deps.database;
    const [found] = await listBlocked(query, await wantedLines(query, actor, phone));
    if (!found) throw lineNotFound();
    return found;
  }

  async block(actor: Actor, { phone, numbers }: BlockCallers): Promise<BlockedCallers[]> {
    const region = await this.#regionOf(actor);
    const callers = [...new Set(numbers.map((number) => callerDigits(number, region)))];
    return this.#change(actor, phone, async (tx, line) => {
      const rows = callers.map((caller_number) => ({
        customer_id: actor.customerId,
        phone_id: line.id,
        caller_number,
        created_by: actor.userId,
      }));
      const added = await tx.query
        .insertInto("blocked_callers")
        .values(rows)
        .onConflict((conflict) => conflict.doNothing())
        .returning("id")
        .execute();
      const { count } = await tx.query
        .selectFrom("blocked_callers")
        .select((select) => select.fn.countAll<number>().as("count"))
        .where("phone_id", "=", line.id)
        .executeTakeFirstOrThrow();
      if (count > MAX_BLOCKED) throw tooManyBlocked();
      return added.length > 0;
    });
  }

  async unblock(actor: Actor, { phone, number }: UnblockCaller): Promise<BlockedCallers[]> {
    const caller = callerDigits(number, await this.#regionOf(actor));
    return this.#change(actor, phone, async (tx, line) => {
      const gone = await tx.query
        .deleteFrom("blocked_callers")
        .where("phone_id", "=", line.id)
        .where("caller_number", "=", caller)
        .returning("id")
        .execute();
      return gone.length > 0;
    });
  }

  async #regionOf({ customerId }: Actor): Promise<string> {
    const { region } = await this.#deps.database.query
      .selectFrom("customers")
      .select("region")
      .where("id", "=", customerId)
      .executeTakeFirstOrThrow();
    return region;
  }

  async #change(
    actor: Actor,
    phone: string | undefined,
    change: (tx: Transaction, line: OwnLine) => Promise<boolean>,
  ): Promise<BlockedCallers[]> {
    const { database, whenKnown } = this.#deps;
    const lists = await database.transaction(async (tx) => {
      const lines = await wantedLines(tx.query, actor, phone);
      for (const line of lines) {
        if (!(await change(tx, line))) continue;
        const event: PbxEvent = { type: "BLOCKED_CALLERS", phone: line.name };
        tx.publish({ customerId: actor.customerId, channel: channelName("phone", line.id), event });
      }
      return listBlocked(tx.query, lines);
    });
    // A user who is told that a caller is blocked must not be rung by that caller a moment later.
    await whenKnown();
    return lists;
  }
}

async function wantedLines(query: Kysely<DB>, actor: Actor, phone: string | undefined): Promise<OwnLine[]> {
  const lines = await listOwnLines(query, actor);
  const wanted = phone === undefined ? lines : lines.filter(({ name }) => name === phone);
  if (wanted.length === 0) throw lineNotFound();
  return wanted;
}

/** The one form in which callers are shown and looked up: digits, those of a public number with the country code. */
function callerDigits(text: string, region: string): string {
  const digits = directoryKey(text, region);
  if (digits === undefined || !/^[\d*#]{1,20}$/.test(digits)) throw invalidCaller();
  return digits;
}

async function listBlocked(query: Kysely<DB>, lines: readonly OwnLine[]): Promise<BlockedCallers[]> {
  if (lines.length === 0) return [];
  const rows = await query
    .selectFrom("blocked_callers")
    .select(["id", "phone_id", "caller_number"])
    .where(
      "phone_id",
      "in",
      lines.map(({ id }) => id),
    )
    .orderBy("id")
    .execute();
  return lines.map(({ id, name, extension }) => ({
    phone: name,
    blacklist: rows
      .filter(({ phone_id }) => phone_id === id)
      .map((row) => ({
        id: row.id,
        dtype: "hangup" as const,
        number: extension ?? name,
        caller_number: row.caller_number,
      })),
  }));
}
