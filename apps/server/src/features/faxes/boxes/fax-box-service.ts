import type { FaxBox, FaxBoxUpdate } from "@offhook/contract";
import type { Kysely } from "kysely";
import type { Database } from "../../../database/database.ts";
import type { DB } from "../../../database/schema/database-schema.ts";
import type { Actor } from "../../../platform/actor.ts";
import { publishToLine } from "../fax-changes.ts";
import { noFaxAccess, notManager } from "../fax-errors.ts";
import { requireOwnFaxLine } from "../fax-line-repository.ts";
import type { FaxWays } from "../ways/fax-transport.ts";
import { readFaxBoxes, saveFaxBox } from "./fax-box-repository.ts";

export interface FaxBoxServiceDeps {
  readonly database: Database;
  readonly ways: FaxWays;
}

/** Fax lines as their users see them, and the switches of those they manage. */
export class FaxBoxService {
  readonly #deps: FaxBoxServiceDeps;

  constructor(deps: FaxBoxServiceDeps) {
    this.#deps = deps;
  }

  list(actor: Actor): Promise<FaxBox[]> {
    return this.#read(this.#deps.database.query, actor);
  }

  async update(actor: Actor, { mailbox, ...switches }: FaxBoxUpdate): Promise<FaxBox> {
    return this.#deps.database.transaction(async (tx) => {
      const line = await requireOwnFaxLine(tx.query, actor, mailbox);
      const find = async () => (await this.#read(tx.query, actor)).find((box) => box.mailbox === mailbox);
      if (!(await find())?.manageable) throw notManager();
      if (await saveFaxBox(tx.query, line.id, switches))
        publishToLine(tx, line, { type: "FAX_BOX", mailbox: line.number });
      const updated = await find();
      if (!updated) throw noFaxAccess();
      return updated;
    });
  }

  async #read(query: Kysely<DB>, actor: Actor): Promise<FaxBox[]> {
    const boxes = await readFaxBoxes(query, actor);
    return boxes.map((box) => {
      const way = this.#deps.ways.find({ companyId: actor.customerId, from: box.mailbox })?.way;
      return { ...box, way: way ?? "none" };
    });
  }
}
