import { randomUUID } from "node:crypto";
import type { Fax, FaxSend } from "@offhook/contract";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { Actor } from "../../../platform/actor.ts";
import { aCompany, aUser, eventsOf } from "../../testing/company.ts";
import type { FaxLine } from "../fax-line-repository.ts";
import { FaxesWorld } from "../testing/faxes-world.ts";

let world: FaxesWorld;
let maya: Actor;
let line: FaxLine;

beforeAll(async () => {
  world = await FaxesWorld.create();
  world.feature.start();
});
afterAll(() => world.close());
beforeEach(async () => {
  world.mails.length = 0;
  world.carrier.jobs.length = 0;
  const company = await aCompany(world.database, { name: "Harbor Light" });
  maya = await aUser(world.database, company, { firstname: "Maya", lastname: "Okafor" });
  line = await world.line([maya], "Front desk");
});

async function order(given: Partial<FaxSend> = {}): Promise<FaxSend> {
  const document = await world.document(maya, 2);
  return {
    uuid: randomUUID(),
    mailbox: line.number,
    to: [{ number: world.nextNumber() }],
    pages: [1, 2].map((page) => ({ document, page })),
    ...given,
  };
}
async function send(given: Partial<FaxSend> = {}): Promise<Fax> {
  const [fax] = await world.ask("sendFax", maya, { body: await order(given) });
  if (!fax) throw new Error("Nothing was sent");
  return fax;
}
const look = (id: string) => world.ask("getFax", maya, { query: { mailbox: line.number, id } });
const place = (id: string) => ({ body: { mailbox: line.number, id } });
const told = async (id: string): Promise<Fax[]> =>
  (await eventsOf(world.database, maya.customerId))
    .map(({ event }) => event)
    .filter((event) => event.type === "FAX_DLR" && event.id === id)
    .map(({ fax }) => fax as Fax);
const MINUTE = 60_000;

describe("an order", () => {
  test("[FXL20] is drawn, sent and told page by page", async () => {
    const cover = { cover: "plain", subject: "Records", note: "" };
    const { id, called } = await send({ cover, to: [{ number: world.nextNumber(), name: "June Park" }] });
    await world.until(async () => expect(await look(id)).toMatchObject({ dlr_status: 0 }), 100);
    expect(await look(id)).toMatchObject({
      dir: "SENT",
      pages: 3,
      page: 0,
      tries: 1,
      subject: "Records",
      station: "+1 999",
      reason: null,
      sent_by: { user_id: maya.userId, name: "Maya Okafor" },
      has_receipt: true,
      attempts: [{ number: 1, way: "phone", reason: null, pages_sent: 3 }],
    });
    expect(world.carrier.received.get(called)).toEqual([
      expect.stringMatching(/^cover plain to June Park .*: Records$/),
      "page 1 of Letter.pdf turned 0",
      "page 2 of Letter.pdf turned 0",
    ]);
    const states = (await told(id)).map(({ dlr_status, page }) => [dlr_status, page]);
    expect(states[0]).toEqual([-1, 0]);
    expect(states).toContainEqual([-1, 3]);
    expect(states.at(-1)).toEqual([0, 0]);
  });

  test("[FXL38] to many draws all their covers in one process, as many as it has room for", async () => {
    world.drawings.length = 0;
    const to = Array.from({ length: 8 }, (_, index) => ({
      number: world.nextNumber(),
      name: `Reader ${index}`,
    }));
    const document = await world.document(maya, 99);
    const pages = Array.from({ length: 99 }, (_, index) => ({ document, page: index + 1 }));
    await world.ask("sendFax", maya, {
      body: await order({ to, pages, cover: { cover: "plain", subject: "", note: "" } }),
    });
    for (const { number, name } of to)
      await world.until(() => expect(world.carrier.received.get(number)?.[0]).toContain(`to ${name} `), 100);
    expect(world.drawings).toEqual([4, 4]);
  });

  test("[FXL21] handed in twice is one, also at the same time", async () => {
    const body = await order({ to: [world.nextNumber(), world.nextNumber()].map((number) => ({ number })) });
    const answers = await Promise.all([1, 2, 3].map(() => world.ask("sendFax", maya, { body })));
    const [first = []] = answers.map((faxes) => faxes.map(({ id }) => id));
    expect(first).toHaveLength(2);
    for (const faxes of answers) expect(faxes.map(({ id }) => id)).toEqual(first);
    for (const { number } of body.to)
      await world.until(() => expect(world.carrier.received.get(number)).toHaveLength(2), 100);
    expect(world.carrier.jobs).toHaveLength(2);
  });

  test("[FXL22] goes to a number once, however often and in whatever form it is named", async () => {
    const faxes = await world.ask("sendFax", maya, {
      body: await order({
        to: ["(212) 555-0177", "+1 212 555 0177", "12125550177", "+44 20 7946 0120"].map((number) => ({
          number,
        })),
      }),
    });
    expect(faxes.map(({ called }) => called)).toEqual(["12125550177", "442079460120"]);
  });

  test.each([
    ["no page and no cover", { pages: [] }, "faxes.empty"],
    ["a number that is none", { to: [{ number: "call me" }] }, "faxes.numberInvalid"],
    ["an extension", { to: [{ number: "101" }] }, "faxes.numberInvalid"],
    ["a document that is not there", { pages: [{ document: "x", page: 1 }] }, "faxes.noDocument"],
    ["a cover that is not there", { cover: { cover: "x" } }, "faxes.noCover"],
    ["a time that is over", { send_at: 1 }, "faxes.sendInPast"],
    ["a time in many years", { send_at: 8e9 }, "faxes.sendTooFar"],
    ["a line of somebody else", { mailbox: "12125550130" }, "faxes.noAccess"],
  ])("[FXL23] with %s is refused, and nothing is stored", async (_what, given, code) => {
    await expect(send(given as Partial<FaxSend>)).rejects.toMatchObject({ code });
    expect(await world.ask("getFaxes", maya, { query: {} })).toEqual([]);
  });

  test("[FXL23] to a number the company has closed is refused, but not to a line of the installation", async () => {
    const closed = world.nextNumber();
    const own = await world.line([maya], "Records");
    world.feature.ways.closeTo((companyId, dialed) => {
      const numbers = ["911", `+${closed}`, `+${own.number}`];
      return companyId === maya.customerId && numbers.includes(dialed);
    });
    for (const number of ["911", closed])
      await expect(send({ to: [{ number: world.nextNumber() }, { number }] })).rejects.toMatchObject({
        code: "faxes.numberClosed",
      });
    expect(await world.ask("getFaxes", maya, { query: {} })).toEqual([]);
    const { id } = await send({ to: [{ number: own.number }] });
    await world.until(async () => expect(await look(id)).toMatchObject({ dlr_status: 0 }), 100);
  });

  test("[FXL23] with a page the document does not have, or to the line itself, is refused", async () => {
    const document = await world.document(maya, 2);
    await expect(send({ pages: [{ document, page: 3 }] })).rejects.toMatchObject({
      code: "faxes.noSuchPage",
    });
    await expect(send({ to: [{ number: line.number }] })).rejects.toMatchObject({ code: "faxes.ownNumber" });
    const broken = { uuid: "b", name: "x.pdf", file: Buffer.from("noise").toString("base64") };
    await expect(world.ask("addFaxDocument", maya, { body: broken })).rejects.toMatchObject({
      code: "faxes.badDocument",
      message: expect.stringContaining("is damaged and can't be read"),
    });
    for (const file of ["!!", "===="])
      await expect(world.ask("addFaxDocument", maya, { body: { ...broken, file } })).rejects.toMatchObject({
        code: "faxes.badDocument",
      });
  });

  test("[FXL24] for later waits, can be sent now, and can be canceled", async () => {
    const send_at = Math.floor(world.clock.now() / 1000) + 3_600;
    const early = await send({ send_at });
    const canceled = await send({ send_at });
    expect(early).toMatchObject({ dlr_status: -1, next_try: send_at, tries: 0 });
    await world.until(async () => expect((await look(early.id)).fileData).not.toBeNull());
    expect(await world.ask("cancelFax", maya, place(canceled.id))).toMatchObject({ reason: "canceled" });
    await world.ask("retryFax", maya, place(early.id));
    await world.until(async () => expect(await look(early.id)).toMatchObject({ dlr_status: 0 }), 100);
    await expect(world.ask("cancelFax", maya, place(early.id))).rejects.toMatchObject({
      code: "faxes.notOnItsWay",
    });
    await expect(world.ask("retryFax", maya, place(early.id))).rejects.toMatchObject({
      code: "faxes.notFailed",
    });
  });
});

describe("a try that fails", () => {
  test("[FXL25] for a passing reason is followed by the next, later and from the page that failed", async () => {
    world.carrier.next(
      { does: "fails", reason: "busy" },
      { does: "fails", reason: "dropped", after: 1 },
      { does: "takes" },
    );
    const { id, called } = await send();
    await world.until(async () => expect(await look(id)).toMatchObject({ tries: 1, reason: "busy" }), 100);
    const first = await look(id);
    expect(first).toMatchObject({ dlr_status: -1, dlr_error: "The other side was busy", max_tries: 3 });
    expect((first.next_try ?? 0) * 1000 - world.clock.now()).toBeGreaterThan(50_000);
    await world.until(
      async () => expect(await look(id)).toMatchObject({ tries: 2, page: 0, reason: "dropped" }),
      MINUTE,
    );
    await world.until(async () => expect(await look(id)).toMatchObject({ dlr_status: 0 }), MINUTE);
    expect(world.carrier.received.get(called)).toHaveLength(2);
    expect(world.carrier.jobs.map(({ firstPage }) => firstPage)).toEqual([1, 1, 2]);
    const { attempts } = await look(id);
    expect(attempts.map(({ reason, detail }) => [reason, detail])).toEqual([
      ["busy", "T.30 says no"],
      ["dropped", "T.30 says no"],
      [null, ""],
    ]);
  });

  test("[FXL26] for the third time, or for a lasting reason, is the last: it is told and told by mail", async () => {
    for (let each = 0; each < 3; each += 1) world.carrier.next({ does: "fails", reason: "noAnswer" });
    const { id } = await send();
    await world.until(async () => expect(await look(id)).toMatchObject({ dlr_status: 2 }), 5 * MINUTE);
    expect(await look(id)).toMatchObject({ tries: 3, next_try: null, has_receipt: true });
    world.carrier.next({ does: "fails", reason: "notFax" });
    const other = await send();
    await world.until(
      async () => expect(await look(other.id)).toMatchObject({ dlr_status: 5, tries: 1 }),
      100,
    );
    const mailOf = (fax: string) => world.mails.find(({ text }) => text.includes(fax));
    await world.until(() => expect([id, other.id].map(mailOf)).not.toContain(undefined));
    expect(mailOf(id)?.subject).toMatch(/^Fax to .* failed$/);
    expect(mailOf(other.id)?.text).toContain("The other side answered but is no fax machine");
    expect(mailOf(other.id)?.attachments).toHaveLength(2);
    const receipt = await world.ask("getFaxReceipt", maya, { query: { mailbox: line.number, id } });
    expect(receipt).toMatchObject({ pages: 1, filename: expect.stringMatching(/^Receipt of fax to /) });
    // A person may ask for a whole new plan.
    expect(await world.ask("retryFax", maya, place(id))).toMatchObject({
      dlr_status: -1,
      max_tries: 6,
      reason: null,
    });
    await world.until(async () => expect(await look(id)).toMatchObject({ dlr_status: 0, tries: 4 }), 100);
  });

  test("[FXL27] is stopped when somebody cancels it, and after the longest time it may take", async () => {
    world.carrier.next({ does: "hangs", at: 1 });
    const { id } = await send();
    await world.until(async () => expect(await look(id)).toMatchObject({ page: 1 }), 100);
    await expect(world.ask("deleteFax", maya, { query: { mailbox: line.number, id } })).rejects.toMatchObject(
      {
        code: "faxes.stillSending",
      },
    );
    await world.ask("cancelFax", maya, place(id));
    await world.until(async () =>
      expect(await look(id)).toMatchObject({ reason: "canceled", dlr_status: 13 }),
    );
    world.carrier.next({ does: "ignores" });
    const stuck = await send();
    await world.until(
      async () => expect(await look(stuck.id)).toMatchObject({ reason: "interrupted" }),
      MINUTE,
    );
  });
});

test("[FXL28] to a line of the installation arrives at once, without a carrier", async () => {
  const other = await aUser(world.database, await aCompany(world.database));
  const target = await world.line([other], "Juniper");
  const { id } = await send({ to: [{ number: target.number }] });
  await world.until(async () => expect(await look(id)).toMatchObject({ dlr_status: 0 }));
  expect(world.carrier.jobs).toEqual([]);
  const [arrived] = await world.ask("getFaxes", other, { query: {} });
  expect(arrived).toMatchObject({ callerId: line.number, callername: "Harbor Light", pages: 2, new: true });
  expect((await world.unread.count(other)).fax).toBe(1);
  const query = { mailbox: target.number, id: arrived?.id ?? "" };
  expect(await world.ask("getFaxFile", other, { query })).toMatchObject({ pages: 2 });
});

test("[FXL37] a number that a company blocks sends it nothing", async () => {
  const other = await aUser(world.database, await aCompany(world.database));
  const target = await world.line([other], "Juniper");
  const block = { customer_id: other.customerId, created_by: other.userId };
  await world.database.query
    .insertInto("blocked_callers")
    .values([line.number, "12125550155"].map((caller_number) => ({ ...block, caller_number })))
    .execute();
  const { id } = await send({ to: [{ number: target.number }] });
  await world.until(async () => expect(await look(id)).toMatchObject({ reason: "refused", dlr_status: 4 }));
  await expect(world.arrives(target)).rejects.toThrow();
  expect(await world.ask("getFaxes", other, { query: {} })).toEqual([]);
});

test("[FXL29] one line calls a number once at a time", async () => {
  const number = world.nextNumber();
  world.carrier.next({ does: "hangs", at: 1 });
  const first = await send({ to: [{ number }] });
  await world.until(async () => expect(await look(first.id)).toMatchObject({ page: 1 }), 100);
  const second = await send({ to: [{ number }] });
  await world.until(async () => expect((await look(second.id)).fileData).not.toBeNull());
  expect(world.carrier.jobs).toHaveLength(1);
  await world.ask("cancelFax", maya, place(first.id));
  await world.until(async () => expect(await look(second.id)).toMatchObject({ dlr_status: 0 }), 100);
});

test("[FXL30] any fax can be sent on to another number", async () => {
  const received = await world.arrives(line);
  const body = {
    uuid: randomUUID(),
    mailbox: line.number,
    id: received,
    from: line.number,
    to: [{ number: world.nextNumber() }],
  };
  const [fax] = await world.ask("sendFaxAgain", maya, { body });
  expect(await world.ask("sendFaxAgain", maya, { body })).toMatchObject([{ id: fax?.id }]);
  await world.until(async () => expect(await look(fax?.id ?? "")).toMatchObject({ dlr_status: 0 }), 100);
  expect(world.carrier.jobs).toHaveLength(1);
});

describe("without a way out", () => {
  test("[FXL31] a fax is refused at once, but to lines of the installation", async () => {
    world.isConnected = false;
    await world.restart();
    const boxes = await world.ask("getFaxBoxes", maya, {});
    expect(boxes).toMatchObject([{ way: "none" }]);
    await expect(send()).rejects.toMatchObject({ code: "faxes.noWay" });
    const target = await world.line([maya], "Second");
    const { id } = await send({ to: [{ number: target.number }] });
    await world.until(async () => expect(await look(id)).toMatchObject({ dlr_status: 0 }));
    world.isConnected = true;
    await world.restart();
  });
});

describe("drafts and previews", () => {
  test("[FXL32] a draft is kept with its documents, and forgets those that are gone", async () => {
    const document = await world.document(maya, 2);
    const draft = {
      mailbox: line.number,
      to: [{ number: "12125550177", name: "June" }],
      pages: [
        { document, page: 2, rotate: 90 as const },
        { document: "gone", page: 1, rotate: 0 as const },
      ],
      cover: null,
      resolution: "fine" as const,
      send_at: null,
    };
    await world.ask("keepFaxDraft", maya, { body: { draft } });
    const state = await world.ask("getFaxDraft", maya, {});
    expect(state.draft).toEqual({ ...draft, pages: [{ document, page: 2, rotate: 90 }] });
    expect(state.documents).toMatchObject([{ id: document, name: "Letter.pdf", pages: [{}, {}] }]);
    await world.ask("keepFaxDraft", maya, { body: { draft: null } });
    expect(await world.ask("getFaxDraft", maya, {})).toEqual({ draft: null, documents: [] });
  });

  test("[FXL33] a page and a cover can be seen before they are sent", async () => {
    const document = await world.document(maya, 2);
    const page = { document, page: 2 };
    const seen = await world.ask("previewFaxPage", maya, {
      body: { kind: "page", page, resolution: "normal" },
    });
    expect(seen).toMatchObject({
      width: 1728,
      height: 1078,
      url: expect.stringMatching(/^data:image\/png;base64,/),
    });
    const cover = { cover: "confidential", subject: "Records" };
    const to = { number: "12125550177", name: "June Park" };
    const body = {
      kind: "cover" as const,
      mailbox: line.number,
      cover,
      to,
      pages: 3,
      resolution: "fine" as const,
    };
    const { url } = await world.ask("previewFaxPage", maya, { body });
    const words = Buffer.from(url.split(",")[1] ?? "", "base64").toString();
    expect(words).toBe("cover confidential to June Park (212) 555-0177: Records");
    expect(await world.ask("getFaxCovers", maya, {})).toMatchObject([{ id: "plain", own: false }, {}, {}]);
  });

  test("[FXL34] documents are forgotten a week after the last look at them", async () => {
    const document = await world.document(maya, 2);
    await world.restart();
    const isThere = () => world.ask("getFaxDocument", maya, { query: { id: document } });
    world.clock.advance(6 * 24 * 60 * MINUTE);
    expect(await isThere()).toMatchObject({ pages: [{}, {}] });
    await world.until(
      async () => {
        const rows = world.database.query.selectFrom("fax_documents").select("id").where("id", "=", document);
        expect(await rows.execute()).toEqual([]);
      },
      24 * 60 * MINUTE,
    );
    await expect(isThere()).rejects.toMatchObject({ code: "faxes.noDocument" });
  });
});
