import {
  type Bit,
  channelName,
  type HuntGroup,
  type HuntGroupDestinationsUpdate,
  type HuntGroupLine,
  type QueueEvent,
} from "@offhook/contract";
import type { Database, Transaction } from "../../database/database.ts";
import type { Actor } from "../../platform/actor.ts";
import { findLine, listHuntGroups, listLinesOf, saveLine } from "./hunt-group-repository.ts";
import { huntGroupLineNotFound, huntGroupNotFound } from "./queue-errors.ts";

export interface HuntGroupServiceDeps {
  readonly database: Database;
  /** Resolves when call control knows of what was stored before. */
  readonly whenKnown: () => Promise<void>;
}

export class HuntGroupService {
  readonly #deps: HuntGroupServiceDeps;

  constructor(deps: HuntGroupServiceDeps) {
    this.#deps = deps;
  }

  list(actor: Actor): Promise<HuntGroup[]> {
    return listHuntGroups(this.#deps.database.query, actor);
  }

  async setAvailable(actor: Actor, lineId: number, available: Bit): Promise<HuntGroupLine> {
    return this.#change(async (tx) => {
      const placed = await findLine(tx.query, actor, lineId);
      // A colleague's line and one of another company look the same from here: not there.
      if (!placed?.line.owned) throw huntGroupLineNotFound();
      const line = { ...placed.line, available };
      await save(tx, actor, placed.groupId, line);
      return line;
    });
  }

  async listDestinations(actor: Actor, groupId: number): Promise<HuntGroupLine[]> {
    const lines = await listLinesOf(this.#deps.database.query, actor, groupId);
    requireMember(lines);
    return lines;
  }

  async updateDestinations(
    actor: Actor,
    { huntgroup, destinations }: HuntGroupDestinationsUpdate,
  ): Promise<HuntGroupLine[]> {
    return this.#change(async (tx) => {
      const lines = await listLinesOf(tx.query, actor, huntgroup);
      requireMember(lines);
      // In one order, so that two members who save at once do not wait for each other.
      const changes = destinations.toSorted((a, b) => a.id - b.id);
      for (const { id, available, level } of changes) {
        const line = lines.find((each) => each.id === id);
        if (!line) throw huntGroupLineNotFound();
        const changed = { ...line, available: available ?? line.available, level: level ?? line.level };
        await save(tx, actor, huntgroup, changed);
      }
      return listLinesOf(tx.query, actor, huntgroup);
    });
  }

  /** Whoever has just left a group must not be rung for it a moment later. */
  async #change<Result>(change: (tx: Transaction) => Promise<Result>): Promise<Result> {
    const { database, whenKnown } = this.#deps;
    const result = await database.transaction(change);
    await whenKnown();
    return result;
  }
}

function requireMember(lines: readonly HuntGroupLine[]): void {
  if (!lines.some((line) => line.owned)) throw huntGroupNotFound();
}

async function save(
  tx: Transaction,
  { customerId }: Actor,
  groupId: number,
  line: HuntGroupLine,
): Promise<void> {
  const { id, dnumber, available, level } = line;
  if (!(await saveLine(tx.query, id, { available, level }))) return;
  const event: QueueEvent = {
    type: "HUNTGROUP_UPDATE",
    huntgroup_id: groupId,
    hid: id,
    dnumber,
    available,
    level,
  };
  tx.publish({ customerId, channel: channelName("customer", customerId), event });
}
