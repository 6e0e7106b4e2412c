import { randomUUID } from "node:crypto";
import type { FaxReason } from "@offhook/contract";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Actor } from "../../../platform/actor.ts";
import { aCompany, aUser } from "../../testing/company.ts";
import type { FaxLine } from "../fax-line-repository.ts";
import { FaxesWorld } from "../testing/faxes-world.ts";
import { endOfCutOff, fateAfter } from "./fax-plan.ts";

let world: FaxesWorld;
let maya: Actor;
let line: FaxLine;

beforeAll(async () => {
  world = await FaxesWorld.create();
  maya = await aUser(world.database, await aCompany(world.database));
  line = await world.line([maya], "Front desk");
  world.feature.start();
});
afterAll(() => world.close());

const look = (id: string) => world.ask("getFax", maya, { query: { mailbox: line.number, id } });

async function send(pages: number): Promise<string> {
  const document = await world.document(maya, pages);
  const [fax] = await world.ask("sendFax", maya, {
    body: {
      uuid: randomUUID(),
      mailbox: line.number,
      to: [{ number: world.nextNumber() }],
      pages: Array.from({ length: pages }, (_, index) => ({ document, page: index + 1 })),
    },
  });
  return fax?.id ?? "";
}

describe("the plan", () => {
  const fax = { pages: 3, tries: 1, maxTries: 3, isCanceled: false };
  test.each<[FaxReason | null, number, Partial<typeof fax>, string]>([
    [null, 3, {}, "done"],
    ["dropped", 3, {}, "done"],
    ["dropped", 2, {}, "waiting"],
    ["busy", 0, { tries: 3 }, "failed"],
    ["notFax", 0, {}, "failed"],
    ["interrupted", 2, {}, "failed"],
    ["dropped", 1, { isCanceled: true }, "failed"],
    [null, 3, { isCanceled: true }, "done"],
  ])("[FXL25] after %s with %i pages, %j: %s", (reason, pages, given, state) => {
    expect(fateAfter({ ...fax, ...given }, { reason, pages })).toMatchObject({ state });
  });

  test("[FXL25] the waits grow", () => {
    const waits = [1, 2].map((tries) => fateAfter({ ...fax, tries }, { reason: "busy", pages: 0 }));
    expect(waits).toMatchObject([{ waitMs: 60_000 }, { waitMs: 300_000 }]);
  });

  test.each([
    [3, 3, 3, null],
    [3, 2, 1, "dropped"],
    [3, 3, 2, "interrupted"],
    [3, 2, 2, "interrupted"],
    [3, 0, 0, "dropped"],
    [1, 1, 0, "interrupted"],
    [1, 0, 0, "dropped"],
  ])(
    "[FXL35] of %i pages the %i. was on its way and %i had arrived: %s",
    (pages, page, confirmed, reason) => {
      expect(endOfCutOff({ pages, page }, confirmed)).toEqual({ reason, pages: confirmed });
    },
  );
});

describe("a server that is killed", () => {
  /** As kill -9 leaves it: nothing of the try's end is written. */
  async function killedAt(page: number, pages: number): Promise<string> {
    world.carrier.next({ does: "hangs", at: page });
    const id = await send(pages);
    await world.until(async () => expect(await look(id)).toMatchObject({ page }), 100);
    const { query } = world.database;
    const [fax] = await query.selectFrom("faxes").selectAll().where("id", "=", id).execute();
    await world.feature.close();
    const { state, tries, next_try_at, reason, pages_sent } = fax ?? {};
    await query
      .updateTable("faxes")
      .set({ state, tries, page, next_try_at, reason, pages_sent, ended_at: null })
      .where("id", "=", id)
      .execute();
    await query
      .updateTable("fax_tries")
      .set({ ended_at: null, reason: null })
      .where("fax_id", "=", id)
      .execute();
    await world.restart();
    return id;
  }

  test("[FXL35] goes on behind the pages that have arrived, and sends none of them again", async () => {
    const id = await killedAt(2, 3);
    await world.until(async () => expect(await look(id)).toMatchObject({ reason: "dropped", tries: 1 }));
    await world.until(async () => expect(await look(id)).toMatchObject({ dlr_status: 0, tries: 2 }), 10_000);
    const { called, attempts } = await look(id);
    expect(world.carrier.received.get(called)).toHaveLength(3);
    expect(attempts).toMatchObject([{ reason: "dropped", detail: "The server stopped", pages_sent: 1 }, {}]);
  });

  test("[FXL35] does not guess whether the last page has arrived", async () => {
    const id = await killedAt(2, 2);
    await world.until(async () =>
      expect(await look(id)).toMatchObject({ reason: "interrupted", dlr_status: 12 }),
    );
    expect(await look(id)).toMatchObject({ next_try: null });
  });
});
