import type { SipCarrier } from "@offhook/simulator";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { PhoneWorld } from "../testing/phone-world.ts";

let world: PhoneWorld;
let carrier: SipCarrier;

beforeAll(async () => {
  world = await PhoneWorld.start({ devices: ["maya"], sipHost: "::" });
  carrier = await world.carrier();
  await world.change(async (query) => {
    await query
      .insertInto("trunks")
      .values({ id: "main", host: "127.0.0.1", port: carrier.port, registers: true, register_seconds: 60 })
      .execute();
    await query
      .updateTable("dial_plans")
      .set({ trunk_ids: ["main"] })
      .where("customer_id", "=", 1)
      .execute();
  });
});
afterAll(() => world.close());

test("[EDGE10] listening on `::`, carriers and phones with IPv4 addresses are reached and known", async () => {
  await vi.waitFor(() => expect(carrier.isConnected).toBe(true), { timeout: 20_000 });
  const maya = await world.phone("maya", 700);
  await carrier.call({ from: "12125550177", to: "12125550141", voice: { kind: "tone", hz: 900 } });
  const call = await maya.takeCall();
  await call.hears(900);
  call.hangUp();
  await world.isAtRest();
});
