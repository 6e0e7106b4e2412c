import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Fax, FaxDetails } from "@offhook/contract";
import { FaxEngine } from "@offhook/fax";
import { faxTiff } from "@offhook/fax/testing";
import type { OutsideFax, SipCarrier } from "@offhook/simulator";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { demoPerson } from "../../demo/demo-people.ts";
import { PhoneWorld } from "../testing/phone-world.ts";

const LINE = "12125550130";
const MAYA = "12125550141";
/** As long as machines take to say hello, two small pages and goodbye, and the patience of one that hears a person. */
const FAX_MS = 90_000;

let world: PhoneWorld;
let carrier: SipCarrier;
let folder: string;

beforeAll(async () => {
  if (!FaxEngine.probe().found) return;
  folder = await mkdtemp(join(tmpdir(), "offhook-fax-journey-"));
  world = await PhoneWorld.start({ devices: [] });
  carrier = await world.carrier();
  await world.change(async (query) => {
    const { port } = carrier;
    await query
      .insertInto("trunks")
      .values({ id: "main", host: "127.0.0.1", port, registers: true, register_seconds: 60 })
      .execute();
    // Maya's own number takes faxes too.
    const shared = { id: 900, customer_id: 1, number: MAYA, name: "Maya's faxes", detects_faxes: true };
    await query.insertInto("fax_lines").values(shared).execute();
    const user_id = demoPerson("tom").id;
    await query.insertInto("fax_line_users").values({ fax_line_id: 900, user_id }).execute();
    await query
      .updateTable("dial_plans")
      .set({ trunk_ids: ["main"] })
      .where("customer_id", "=", 1)
      .execute();
  });
  await vi.waitFor(() => expect(carrier.isConnected).toBe(true), { timeout: 20_000 });
});
afterAll(async () => {
  await world?.isAtRest();
  await world?.close();
  if (folder) await rm(folder, { recursive: true, force: true });
});

/** Few dots, so that a page takes a second. */
async function document(pages: number): Promise<string> {
  const file = join(folder, `${pages}-pages.tif`);
  const page = (number: number) => ({
    width: 1728,
    height: 200,
    isBlack: (x: number, y: number) => y % 40 < 4 && x > 100 * number && x < 1_600,
  });
  await writeFile(file, faxTiff(Array.from({ length: pages }, (_, index) => page(index + 1))));
  return file;
}

/** Resolves when a machine outside has ended its call. */
async function ended(fax: OutsideFax): Promise<OutsideFax> {
  await vi.waitFor(() => expect(fax.end).toBeDefined(), { timeout: FAX_MS, interval: 200 });
  return fax;
}

/** The fax of this caller, once it is in the line's box. */
async function arrived(line: string, caller: string): Promise<Fax> {
  const tom = await world.client("tom");
  return vi.waitFor(
    async () => {
      const faxes = await tom<Fax[]>("GET", `/fax/messages?mailbox=${line}&dir=INBOX&_limit=200`);
      const found = faxes.find(({ callerId }) => callerId === caller);
      if (!found) throw new Error("Nothing has come yet");
      return found;
    },
    { timeout: 20_000 },
  );
}

test("[E2E-FAX0] the fax library is there, or this says that nothing below was tried", () => {
  const library = FaxEngine.probe();
  expect(library.found, library.found ? "" : library.why).toBe(true);
});

test.concurrent("[E2E-FAX1] a fax of two pages comes in, and goes on to machines, people and busy lines outside", async () => {
  const tom = await world.client("tom");
  const sender = await carrier.fax({
    from: "12125550177",
    name: "June Park",
    to: LINE,
    file: await document(2),
  });
  await ended(sender);
  expect(sender.end).toMatchObject({ outcome: "done", pages: 2 });
  const fax = await arrived(LINE, "12125550177");
  expect(fax).toMatchObject({ mailbox: LINE, pages: 2, station: "12125550177", new: true });

  const to = ["12125550188", "12125550194", "12125550195", "12125550196", "12125550199", "12125550197"];
  const sent = await tom<Fax[]>("POST", "/fax/again", {
    uuid: crypto.randomUUID(),
    mailbox: LINE,
    id: fax.id,
    from: LINE,
    to: to.map((number) => ({ number })),
  });
  expect(sent.map(({ called }) => called)).toEqual(to);
  /** Once its first try is over. */
  const tried = async (number: string): Promise<FaxDetails["attempts"][number]> => {
    const id = sent.find(({ called }) => called === number)?.id ?? "";
    return vi.waitFor(
      async () => {
        const { attempts } = await tom<FaxDetails>("GET", `/fax/details?mailbox=${LINE}&id=${id}`);
        const first = attempts[0];
        if (!first || first.ended === null) throw new Error(`${number} is still being tried`);
        return first;
      },
      { timeout: FAX_MS, interval: 500 },
    );
  };
  expect(await tried("12125550199")).toMatchObject({ reason: "busy", detail: "SIP 486 Busy Here" });
  expect(await tried("12125550197")).toMatchObject({ reason: "noSuchNumber" });
  expect(await tried("12125550188")).toMatchObject({ reason: null, way: "phone", pages_sent: 2 });
  expect(await tried("12125550194")).toMatchObject({ reason: null, way: "t38", pages_sent: 2 });
  expect(await tried("12125550195")).toMatchObject({ reason: "dropped", pages_sent: 1 });
  expect(await tried("12125550196")).toMatchObject({ reason: "notFax", pages_sent: 0 });
  const machine = carrier.faxes.find(({ from }) => from === "12125550188");
  expect(machine).toMatchObject({ to: LINE, pages: 2, end: { outcome: "done", station: `+${LINE}` } });
}, 240_000);

test.concurrent("[E2E-FAX2] broken off after a page, what has come is kept and said", async () => {
  const sender = await carrier.fax({
    from: "12125550166",
    to: LINE,
    file: await document(3),
    manner: { t38: "takes", breaksOffAfter: 1 },
  });
  await ended(sender);
  const kept = await arrived(LINE, "12125550166");
  expect(kept.pages).toBe(2);
  expect(kept.damaged).toContain(2);
}, 120_000);

test.concurrent("[E2E-FAX3] a fax to a person's number is heard by the mailbox that answers, and comes in", async () => {
  const sender = await carrier.fax({ from: "12125550167", to: MAYA, file: await document(1) });
  await ended(sender);
  expect(sender.end).toMatchObject({ outcome: "done", pages: 1 });
  expect(await arrived(MAYA, "12125550167")).toMatchObject({ pages: 1 });
}, 120_000);
