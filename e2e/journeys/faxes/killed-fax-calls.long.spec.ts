import { randomUUID } from "node:crypto";
import { SipCarrier } from "@offhook/simulator";
import { expect, test } from "@playwright/test";
import { TestServer } from "../../support/server.ts";
import { FaxClient } from "./fax-client.ts";

const KILLS = 5;

test("of faxes over the telephone each arrives once or is reported failed, with server and fax process killed", async () => {
  test.setTimeout(900_000);
  const carrier = await SipCarrier.start();
  const server = await TestServer.start({ RATE_PER_MINUTE: "0" });
  try {
    const trunk = { id: "outside", host: "127.0.0.1", port: carrier.port, registers: true };
    const dialPlan = { trunks: ["outside"], default_number: "12125550110", max_outside_calls: 20 };
    await server.apply({ company: { name: "Harborlight Home Care" }, trunks: [trunk], dial_plan: dialPlan });
    const client = await FaxClient.signIn(server, "12125550130");
    const to = Array.from({ length: 24 }, (_, index) => `1212556${String(1_000 + index)}`);
    const sent = await client.send({ uuid: randomUUID(), to });
    for (let kill = 0; kill < KILLS; kill += 1) {
      // While the first page of some fax is on its way, or its last one.
      const page = 1 + (kill % 2);
      await client.until(sent, (faxes) => faxes.some((fax) => fax.page === page), 180_000);
      if (kill % 2 === 0)
        await expect.poll(() => server.kill9Part("fax-process"), { timeout: 60_000 }).toBe(true);
      else {
        await server.kill9();
        await server.boot();
      }
    }
    const faxes = await client.settled(sent, 600_000);
    expect(faxes.map(({ id }) => id).toSorted()).toEqual(sent.toSorted());
    for (const { called, dlr_status, dlr_error, pages } of faxes) {
      const calls = carrier.faxes.filter(({ from }) => from === called);
      const arrived = calls.reduce((sum, call) => sum + call.pages, 0);
      const seen = `${called}: ${dlr_status} ${dlr_error}, ${JSON.stringify(calls.map(({ pages, end }) => ({ pages, end })))}`;
      // After a call that brought everything there is none.
      for (const call of calls.slice(0, -1)) expect(call.pages, seen).toBeLessThan(pages);
      if (dlr_status === 0) expect(arrived, seen).toBeGreaterThanOrEqual(pages);
      else expect(dlr_error, seen).toMatch(/cut off|The server stopped/);
      // Only a page whose confirmation was cut off comes again, and never the last one.
      expect(arrived, seen).toBeLessThan(pages + Math.max(1, calls.length));
    }
    expect(faxes.filter(({ dlr_status }) => dlr_status === 0).length).toBeGreaterThan(sent.length / 2);
  } finally {
    await server.dispose();
    await carrier.stop();
  }
});
