import { writeFileSync } from "node:fs";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { readFaxJournal } from "../journal/fax-journal.ts";
import { differingPages, pagesOf } from "../testing/compare-pages.ts";
import { FaxMachines, type FaxTable, HOST, T38 } from "../testing/fax-table.ts";
import { OutsideTalker } from "../testing/outside-talker.ts";

let machines: FaxMachines;

beforeAll(() => {
  machines = new FaxMachines();
});
afterAll(() => machines.close());

/** A fax of four pages to a machine that goes away with page 2. */
async function brokenOff(table: FaxTable, way: "audio" | "t38") {
  table.writePages(4, 60);
  const call = await table.call("send");
  const peer = table.peer({ role: "receive", way, farPort: call.port, breakOffAfter: 2 });
  const far = { address: HOST, port: await peer.port };
  if (way === "t38") call.switchToT38({ ...far, ...T38 });
  else call.talk({ ...far, payloadType: 0 });
  await peer.gone;
  return call;
}

// Machines wait for each other most of the time: all of them at once take no longer than the slowest.
describe.concurrent("a fax that is cut off", () => {
  test.for(["audio", "t38"] as const)(
    "[FAX9] tells how far it came, and the rest is sent later (%s)",
    async (way, context) => {
      const table = machines.table(context);
      const call = await brokenOff(table, way);
      const end = await call.hangUp();
      expect(end).toMatchObject({
        outcome: "failed",
        reason: "dropped",
        t30Code: 49,
        pages: 1,
        unanswered: 2,
      });
      expect(end.t30Text).toBe("The call dropped prematurely");
      expect(await readFaxJournal(table.sent)).toMatchObject({
        lastPage: 1,
        unanswered: 2,
        outcome: "failed",
      });

      const again = await table.call("send", { firstPage: 2 });
      const peer = table.peer({ role: "receive", way, farPort: again.port });
      const pages: string[] = [];
      again.on("page", ({ page, total }) => pages.push(`${page} of ${total}`));
      const far = { address: HOST, port: await peer.port };
      if (way === "t38") again.switchToT38({ ...far, ...T38 });
      else again.talk({ ...far, payloadType: 0 });
      expect(await again.ended).toMatchObject({ outcome: "done", pages: 3 });
      expect(pages).toEqual(["2 of 4", "3 of 4", "4 of 4"]);
      await peer.end;
      const sent = await pagesOf(table.sent);
      expect(differingPages(sent.slice(1), await pagesOf(table.received))).toEqual([]);
    },
  );

  test("[FAX9] ends by itself where nobody hangs up", async (context) => {
    const table = machines.table(context);
    const call = await brokenOff(table, "audio");
    expect(await call.ended).toMatchObject({ outcome: "failed", reason: "dropped", pages: 1, unanswered: 2 });
  });

  test("[FAX9] keeps the pages that were received", async (context) => {
    const table = machines.table(context);
    table.writePages(3, 60);
    const call = await table.call("receive");
    const peer = table.peer({ role: "send", way: "audio", farPort: call.port, breakOffAfter: 2 });
    call.talk({ address: HOST, port: await peer.port, payloadType: 0 });
    await peer.gone;
    expect(await call.hangUp()).toMatchObject({
      outcome: "failed",
      reason: "dropped",
      pages: 2,
      damaged: [],
    });
    const sent = await pagesOf(table.sent);
    expect(differingPages(sent.slice(0, 2), await pagesOf(table.received))).toEqual([]);
    expect(await readFaxJournal(table.received)).toMatchObject({ lastPage: 2, outcome: "failed" });
  });
});

describe.concurrent("a call to something else", () => {
  test("[FAX10] a person and silence are no fax machine, and are given up after a minute of the line", async (context) => {
    const table = machines.table(context);
    table.writePages(1, 40);
    const begun = performance.now();
    const [toPerson, toNobody, fromPerson] = [
      await table.call("send"),
      await table.call("send"),
      await table.call("receive"),
    ];
    for (const call of [toPerson, fromPerson]) {
      const person = await OutsideTalker.speakTo(call.port);
      table.add(() => person.stop());
      call.talk({ address: HOST, port: person.port, payloadType: 0 });
    }
    toNobody.talk({ address: HOST, port: 9, payloadType: 8 });
    const ends = await Promise.all([toPerson.ended, toNobody.ended, fromPerson.ended]);
    for (const end of ends) expect(end).toMatchObject({ outcome: "failed", reason: "notFax", pages: 0 });
    const minutes = (performance.now() - begun) / 60_000;
    expect(minutes).toBeLessThan(2.5);
  });

  test("[FAX10] who hangs up before a fax machine was heard is none", async (context) => {
    const table = machines.table(context);
    table.writePages(1, 40);
    const call = await table.call("send");
    call.talk({ address: HOST, port: 9, payloadType: 0 });
    expect(await call.hangUp()).toMatchObject({ reason: "notFax", t30Code: 49 });
    const neverAnswered = await table.call("send");
    expect(await neverAnswered.hangUp()).toMatchObject({ reason: "dropped", t30Code: -1, pages: 0 });
  });

  test("[FAX11] a file that is no fax is the file's fault", async (context) => {
    const table = machines.table(context);
    writeFileSync(table.sent, "not a TIFF");
    const call = await table.call("send");
    const peer = table.peer({ role: "receive", way: "audio", farPort: call.port });
    call.talk({ address: HOST, port: await peer.port, payloadType: 0 });
    expect(await call.ended).toMatchObject({ outcome: "failed", reason: "badDocument", pages: 0 });
  });
});
