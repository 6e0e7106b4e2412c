import { fork } from "node:child_process";
import { createSocket } from "node:dgram";
import { once } from "node:events";
import { writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { readFaxJournal } from "../journal/fax-journal.ts";
import { differingPages, pagesOf } from "../testing/compare-pages.ts";
import { FaxMachines, type FaxTable, HOST } from "../testing/fax-table.ts";
import { FaxEngine } from "./fax-engine.ts";

let machines: FaxMachines;

beforeAll(() => {
  machines = new FaxMachines();
});
afterAll(() => machines.close());

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}

const isGone = (pid: number) => vi.waitFor(() => expect(isRunning(pid)).toBe(false), { timeout: 10_000 });

const order = (table: FaxTable, callId: string) => ({
  callId,
  role: "receive" as const,
  file: table.received,
  stationId: "",
  ecm: true,
  port: 0,
  address: HOST,
});

describe.concurrent("the fax engine", () => {
  test("[FAX14] killed outright, its calls end as interrupted, the journal knows, and the next call has a process", async (context) => {
    const own = new FaxMachines();
    context.onTestFinished(() => own.close());
    const table = own.table(context);
    table.writePages(3, 60);
    const call = await table.call("send");
    const pid = table.engine.pid!;
    const peer = table.peer({ role: "receive", way: "audio", farPort: call.port });
    call.on("page", ({ page }) => page === 2 && process.kill(pid, "SIGKILL"));
    call.talk({ address: HOST, port: await peer.port, payloadType: 0 });
    expect(await call.ended).toMatchObject({
      outcome: "failed",
      reason: "interrupted",
      pages: 2,
      t30Code: -1,
    });
    expect(await call.hangUp()).toMatchObject({ reason: "interrupted" });
    expect(await readFaxJournal(table.sent)).toMatchObject({ lastPage: 2, outcome: undefined });
    await peer.stop();

    const again = await table.call("send", { firstPage: 3 });
    expect(table.engine.pid).not.toBe(pid);
    const another = table.peer({ role: "receive", way: "audio", farPort: again.port });
    again.talk({ address: HOST, port: await another.port, payloadType: 0 });
    expect(await again.ended).toMatchObject({ outcome: "done", pages: 1 });
  });

  test("[FAX14] the process does not outlive the server", async (context) => {
    const table = machines.table(context);
    const tsx = createRequire(import.meta.url).resolve("tsx");
    const server = fork(
      fileURLToPath(new URL("../testing/control-process.ts", import.meta.url)),
      [table.received],
      {
        execArgv: ["--import", tsx],
      },
    );
    const pid = await new Promise<number>((resolve) =>
      server.once("message", (message) => resolve(Number(message))),
    );
    expect(isRunning(pid)).toBe(true);
    server.kill("SIGKILL");
    await isGone(pid);
  });

  test("[FAX14] without calls it ends after a while, and is back for the next one", async (context) => {
    const table = machines.table(context);
    const engine = new FaxEngine({ idleMs: 50 });
    table.add(() => engine.close());
    const call = await engine.openCall(order(table, "first"));
    const pid = engine.pid!;
    await call.hangUp();
    await isGone(pid);
    await (await engine.openCall(order(table, "second"))).hangUp();
    expect(engine.pid).not.toBe(pid);
  });

  test("[FAX14] a call that cannot be opened says why, and harms no other", async (context) => {
    const table = machines.table(context);
    const call = await table.call("receive");
    await expect(table.engine.openCall({ ...order(table, "taken"), port: call.port })).rejects.toThrow(
      "EADDRINUSE",
    );
    const nowhere = join(table.received, "nowhere", "fax.tif");
    await expect(table.engine.openCall({ ...order(table, "nowhere"), file: nowhere })).rejects.toThrow();
    await table.engine.openCall(order(table, "twice")).then((opened) => table.add(() => opened.hangUp()));
    await expect(table.engine.openCall(order(table, "twice"))).rejects.toThrow("already");
    expect(await call.hangUp()).toMatchObject({ t30Code: -1 });
  });

  test("[FAX14] a process that cannot start is told to whoever wanted it, and a closed engine starts none", async (context) => {
    const table = machines.table(context);
    const entry = join(table.received, "..", "broken.js");
    writeFileSync(entry, "process.exit(3)");
    const engine = new FaxEngine({ program: { entry, execArgv: [] } });
    await expect(engine.openCall(order(table, "one"))).rejects.toThrow("exit code 3");
    await engine.close();
    await expect(engine.openCall(order(table, "two"))).rejects.toThrow("closed");
  });

  test("[FAX15] a stranger who floods the port changes nothing", async (context) => {
    const table = machines.table(context);
    table.writePages(1);
    const call = await table.call("receive");
    const peer = table.peer({ role: "send", way: "audio", farPort: call.port });
    const stranger = createSocket("udp4");
    stranger.bind(0, "127.0.0.2");
    const noise = Buffer.alloc(172, 0x55);
    noise[0] = 0x80;
    noise[1] = 0;
    // Twelve packets to each one of the fax.
    const flood = setInterval(() => {
      for (const data of [noise, Buffer.alloc(3), Buffer.alloc(1_500, 0xff)])
        stranger.send(data, call.port, HOST);
    }, 5);
    table.add(() => {
      clearInterval(flood);
      stranger.close();
    });
    call.talk({ address: HOST, port: await peer.port, payloadType: 0 });
    expect(await call.ended).toMatchObject({ outcome: "done", pages: 1, damaged: [] });
    expect(differingPages(await pagesOf(table.sent), await pagesOf(table.received))).toEqual([]);
  });

  test("[FAX15] one that repeats the same packet for ever is given up as silence is", async (context) => {
    const table = machines.table(context);
    const call = await table.call("receive");
    const peer = createSocket("udp4");
    peer.bind(0, HOST);
    await once(peer, "listening");
    const packet = Buffer.alloc(172, 0x55);
    packet[0] = 0x80;
    packet[1] = 0;
    const flood = setInterval(() => peer.send(packet, call.port, HOST), 1);
    table.add(() => {
      clearInterval(flood);
      peer.close();
    });
    call.talk({ address: HOST, port: peer.address().port, payloadType: 0 });
    expect(await call.ended).toMatchObject({ outcome: "failed", reason: "notFax" });
  });

  test("[FAX16] many calls share the process", async (context) => {
    const table = machines.table(context);
    table.writePages(1, 60);
    const ends = await Promise.all(
      Array.from({ length: 6 }, async (_, index) => {
        const call = await table.call("receive", { file: `${table.received}.${index}.tif` });
        const peer = table.peer({ role: "send", way: "audio", farPort: call.port });
        call.talk({ address: HOST, port: await peer.port, payloadType: 0 });
        return call.ended;
      }),
    );
    expect(ends.map(({ outcome, pages }) => `${outcome} ${pages}`)).toEqual(Array(6).fill("done 1"));
  });
});
