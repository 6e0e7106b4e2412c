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
import { findRegion } from "../../../database/region-repository.ts";
import type { DB } from "../../../database/schema/database-schema.ts";
import type { Actor } from "../../../platform/actor.ts";
import { invalidNumber, lineNotFound, tooManyBlocked } from "../call-errors.ts";
import { listOwnPhoneLines, type OwnLine } from "../lines/line-repository.ts";
import {
  countBlockedCallers,
  deleteBlockedCaller,
  insertBlockedCallers,
  listBlockedCallers,
} from "./blocked-caller-repository.ts";

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
    return listBlocked(query, await listOwnPhoneLines(query, actor));
  }

  async read(actor: Actor, phone: string): Promise<BlockedCallers> {
    const { query } = this.#deps.database;
    const [found] = await listBlocked(query, await wantedLines(query, actor, phone));
    if (!found) throw lineNotFound();
    return found;
  }

  async block(actor: Actor, { phone, numbers }: BlockCallers): Promise<BlockedCallers[]> {
    const region = await findRegion(this.#deps.database.query, actor.customerId);
    const callers = [...new Set(numbers.map((number) => callerDigits(number, region)))];
    return this.#change(actor, phone, async (tx, line) => {
      const added = await insertBlockedCallers(tx.query, actor, line.id, callers);
      const count = await countBlockedCallers(tx.query, line.id);
      if (count > MAX_BLOCKED) throw tooManyBlocked();
      return added > 0;
    });
  }

  async unblock(actor: Actor, { phone, number }: UnblockCaller): Promise<BlockedCallers[]> {
    const caller = callerDigits(number, await findRegion(this.#deps.database.query, actor.customerId));
    return this.#change(
      actor,
      phone,
      async (tx, line) => (await deleteBlockedCaller(tx.query, line.id, caller)) > 0,
    );
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
  const lines = await listOwnPhoneLines(query, actor);
  const wanted = phone === undefined ? lines : lines.filter(({ name }) => name === phone);
  if (wanted.length === 0) throw lineNotFound();
  return wanted;
}

/** The one form in which callers are shown and looked up: digits, those of a public number with the country code. */
function callerDigits(text: string, region: string): string {
  const digits = directoryKey(text, region);
  if (digits === undefined || !/^[\d*#]{1,20}$/.test(digits)) throw invalidNumber();
  return digits;
}

async function listBlocked(query: Kysely<DB>, lines: readonly OwnLine[]): Promise<BlockedCallers[]> {
  if (lines.length === 0) return [];
  const rows = await listBlockedCallers(
    query,
    lines.map(({ id }) => id),
  );
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
