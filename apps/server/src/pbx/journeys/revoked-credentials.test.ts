import { afterAll, afterEach, beforeAll, expect, test, vi } from "vitest";
import { DEMO_PASSWORD, demoPerson } from "../../demo/demo-people.ts";
import { DEVICE_PASSWORD } from "../testing/phone-world.ts";
import { TollWorld } from "../testing/toll-world.ts";

/** What goes on after a credential was withdrawn: nothing. */
const DEV = demoPerson("dev").id;
const NEW_PASSWORD = "another fine password 77";
let world: TollWorld;

beforeAll(async () => {
  world = await TollWorld.start(["dev"]);
  await world.plan({ premium: true, line_calls_at_once: 10 });
});
afterEach(async () => {
  await world.phones.server.app.session.accounts.enable(DEV);
  await world.newPassword("dev", DEVICE_PASSWORD);
  await world.phones.stopPhones();
  await world.phones.isAtRest();
  const maya = await world.phones.client("maya");
  await maya("PUT", "/admin/lines/release", { line: "dev" });
});
afterAll(() => world.phones.close());

const outside = (...numbers: string[]) =>
  vi.waitFor(() => expect(world.talking).toEqual(numbers), { timeout: 10_000 });

/** Connects two numbers outside from a desk phone, and leaves. */
async function connectTwo(first: string, second: string): Promise<void> {
  const phone = await world.phones.phone("dev", 800);
  const call = await phone.dial(first);
  await call.talks();
  call.transfer(second);
  await vi.waitFor(() => expect(call.transferNews).toContain(200), { timeout: 10_000 });
  await call.hasEnded();
  await outside(`1${first}`, second);
}

test("[TOLL26] a REFER with the tags of a call whose password was withdrawn finds nothing to transfer", async () => {
  const thief = await world.phones.phone("dev", 800);
  const call = await thief.dial("2125550188");
  await call.talks();
  const refer = thief.rememberDialog(call);
  await world.newPassword("dev", NEW_PASSWORD);
  await call.hasEnded("remoteBye");
  const before = world.carrier.calls.length;
  expect(await refer("19005550101")).toBeGreaterThanOrEqual(400);
  await outside();
  expect(world.carrier.calls).toHaveLength(before);
});

test("[TOLL28] what a stolen phone has connected outside and left ends with its password", async () => {
  await connectTwo("2125550188", "19005550101");
  await world.newPassword("dev", NEW_PASSWORD);
  await outside();
});

test("[TOLL28] a transfer that is under way ends with it too", async () => {
  const thief = await world.phones.phone("dev", 800);
  const call = await thief.dial("2125550188");
  await call.talks();
  // Nobody picks up there.
  call.transfer("2125550198");
  await vi.waitFor(() => expect(world.carrier.calls.at(-1)?.state).toBe("ringing"), { timeout: 10_000 });
  await world.newPassword("dev", NEW_PASSWORD);
  await vi.waitFor(() => expect(world.carrier.calls.every(({ state }) => state === "ended")).toBe(true), {
    timeout: 10_000,
  });
});

const WAYS: readonly [string, (token: string, other: string) => Promise<unknown>][] = [
  [
    "ending the session",
    async (_token, other) => {
      const proof = await world.phones.server.prove(other);
      return world.phones.asked(other, "DELETE", "/sessions", undefined, proof);
    },
  ],
  [
    "another password",
    (_token, other) =>
      world.phones.asked(other, "PUT", "/password", { current: DEMO_PASSWORD, password: NEW_PASSWORD }),
  ],
  ["disabling the user", () => world.phones.server.app.session.accounts.disable(DEV)],
];

test.each(WAYS)("[TOLL26] %s ends the calls of its browser and those it had placed", async (_name, end) => {
  const token = await world.phones.server.signIn(DEV);
  const other = await world.phones.server.signIn(DEV);
  const browser = await world.phones.browser(token);
  const call = await browser.dial("2125550188");
  await call.talks();
  await world.phones.asked(token, "POST", "/send/call", { snumber: "2125550187", dnumber: "2125550186" });
  await vi.waitFor(() => expect(world.talking).toHaveLength(3), { timeout: 10_000 });
  await end(token, other);
  await outside();
  await world.phones.isAtRest();
  browser.vanish();
});

test("[TOLL28] a sign-out leaves calls alone that the user has handed over", async () => {
  const token = await world.phones.server.signIn(DEV);
  await world.phones.asked(token, "POST", "/send/call", { snumber: "2125550187", dnumber: "2125550186" });
  await vi.waitFor(() => expect(world.talking).toHaveLength(2), { timeout: 10_000 });
  await world.phones.asked(token, "POST", "/logout");
  await world.phones.server.app.phonesSettled();
  expect(world.talking).toHaveLength(2);
  for (const each of world.carrier.calls) if (each.state === "talking") each.hangUp();
});

test("[TOLL29] the desk phone of a disabled user is out, and comes back with the user", async () => {
  const phone = await world.phones.phone("dev", 800);
  const call = await phone.dial("2125550188");
  await call.talks();
  await world.phones.server.app.session.accounts.disable(DEV);
  await call.hasEnded("remoteBye");
  await outside();
  await (await phone.dial("2125550187")).hasEnded();
  await outside();
  const { body } = await world.phones.server.app.fastify.inject({ method: "GET", url: "/metrics" });
  expect(body).toMatch(/^offhook_phone_system\{what="devices"\} 0$/m);
  await world.phones.server.app.session.accounts.enable(DEV);
  await world.phones.server.app.phonesSettled();
  const again = await (await world.phones.phone("dev", 800)).dial("2125550186");
  await again.talks();
  again.hangUp();
});
