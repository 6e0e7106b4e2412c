import { randomUUID } from "node:crypto";
import { HttpFaxing } from "@offhook/simulator";
import { expect, test } from "@playwright/test";
import { TestServer } from "../../support/server.ts";
import { FaxClient } from "./fax-client.ts";

const FAXES = 500;
const KILLS = 5;
const SECRET = "a secret for the webhooks of a test";

test("of many faxes over a provider each arrives once or is reported failed, however often the server is killed", async () => {
  test.setTimeout(900_000);
  const provider = await HttpFaxing.start({ webhookSecret: SECRET, pageMs: 60 });
  const server = await TestServer.start({
    FAX_HTTP_URL: provider.address,
    FAX_HTTP_TOKEN: provider.token,
    FAX_HTTP_WEBHOOK_SECRET: SECRET,
    RATE_PER_MINUTE: "0",
  });
  try {
    provider.deliverTo(() => `${server.url}/api/fax/webhook`);
    await server.apply({
      company: { name: "Harborlight Home Care" },
      // Without a trunk everything goes through the provider.
      dial_plan: { trunks: [], default_number: "12125550110" },
    });
    const client = await FaxClient.signIn(server, "12125550130");
    const sent: string[] = [];
    const size = Math.ceil(FAXES / (2 * KILLS));
    for (let first = 0; first < FAXES; first += size) {
      const to = Array.from({ length: Math.min(size, FAXES - first) }, (_, index) => numberOf(first + index));
      const order = { uuid: randomUUID(), to };
      const ids = await client.send(order);
      // The answer was lost on its way: the client asks again.
      expect(await client.send(order)).toEqual(ids);
      sent.push(...ids);
      if ((first / size) % 2 === 0) continue;
      const before = provider.faxes().length;
      await expect.poll(() => provider.faxes().length, { timeout: 60_000 }).toBeGreaterThan(before + 3);
      await server.kill9();
      await server.boot();
    }
    const faxes = await client.settled(sent, 600_000);
    expect(faxes.map(({ id }) => id).toSorted()).toEqual(sent.toSorted());
    for (const { called, dlr_status, dlr_error } of faxes) {
      const delivered = provider.faxes().filter(({ to, state }) => to === called && state === "delivered");
      if (dlr_status === 0) expect(delivered, called).toHaveLength(1);
      else expect(dlr_error, called).not.toBe("");
      expect(delivered.length, called).toBeLessThanOrEqual(1);
    }
    expect(faxes.filter(({ dlr_status }) => dlr_status === 0).length).toBeGreaterThan(FAXES * 0.9);
  } finally {
    await server.dispose();
    await provider.stop();
  }
});

/** Numbers of the outside world, none of which has manners of its own. */
const numberOf = (index: number): string => `1212556${String(1_000 + index)}`;
