import { randomUUID } from "node:crypto";
import type { Fax } from "@offhook/contract";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Actor } from "../../../platform/actor.ts";
import { IS_LONG } from "../../../testing/is-long.ts";
import { aCompany, aUser } from "../../testing/company.ts";
import type { FaxLine } from "../fax-line-repository.ts";
import { FaxesWorld } from "../testing/faxes-world.ts";

const FAXES = IS_LONG ? 500 : 60;
const KILLS = 5;
const AT_ONCE = 20;

let world: FaxesWorld;
let maya: Actor;
let lines: FaxLine[];

beforeAll(async () => {
  world = await FaxesWorld.create();
  maya = await aUser(world.database, await aCompany(world.database));
  lines = await Promise.all([1, 2, 3].map((each) => world.line([maya], `Line ${each}`)));
  world.feature.start();
});
afterAll(() => world.close());

async function order(index: number) {
  const line = lines[index % lines.length];
  const pages = 1 + (index % 3);
  const document = await world.document(maya, pages);
  return {
    uuid: randomUUID(),
    mailbox: line?.number ?? "",
    to: [{ number: world.nextNumber() }],
    pages: Array.from({ length: pages }, (_, page) => ({ document, page: page + 1 })),
  };
}

async function allFaxes(): Promise<Fax[]> {
  const pages = lines.map(({ number }) =>
    world.ask("getFaxes", maya, { query: { mailbox: number, _limit: 200 } }),
  );
  return (await Promise.all(pages)).flat();
}

/** No page came twice, and what is said to have arrived has, as a whole. */
function isTrue({ called, dlr_status, dlr_error, pages }: Fax): void {
  const arrived = world.carrier.received.get(called) ?? [];
  expect(new Set(arrived).size).toBe(arrived.length);
  if (dlr_status === 0) expect(arrived).toHaveLength(pages);
  else expect(dlr_error).not.toBe("");
}

const isSettled = async (): Promise<boolean> => {
  const rows = world.database.query
    .selectFrom("faxes")
    .select("id")
    .where("state", "in", ["waiting", "sending"]);
  return (await rows.execute()).length === 0;
};

test("[FXL36] of many faxes each arrives once or is reported failed, however often the server is killed", {
  timeout: IS_LONG ? 600_000 : 120_000,
}, async () => {
  const ids: string[] = [];
  const reasons = ["busy", "noAnswer", "dropped", "notFax", "badLine"] as const;
  for (let first = 0; first < FAXES; first += AT_ONCE) {
    for (let each = 0; each < AT_ONCE && first + each < FAXES; each += 1) {
      const index = first + each;
      const reason = reasons[index % reasons.length];
      if (reason && index % 4 === 0) world.carrier.next({ does: "fails", reason, after: 0 });
      const body = await order(index);
      const [fax] = await world.ask("sendFax", maya, { body });
      // The answer was lost on its way: the client asks again.
      if (index % 5 === 0) await world.ask("sendFax", maya, { body });
      ids.push(fax?.id ?? "");
    }
    if ((first / AT_ONCE) % Math.max(1, Math.floor(FAXES / AT_ONCE / KILLS)) === 0) await world.kill();
  }
  await world.until(async () => expect(await isSettled()).toBe(true), 30_000);
  const faxes = await allFaxes();
  expect(faxes.map(({ id }) => id).toSorted()).toEqual(ids.toSorted());
  for (const fax of faxes) isTrue(fax);
  expect(faxes.filter(({ dlr_status }) => dlr_status === 0).length).toBeGreaterThan(FAXES / 2);
});
