import { afterAll, afterEach, beforeAll, expect, test, vi } from "vitest";
import { demoPerson } from "../../demo/demo-people.ts";
import { PhoneWorld } from "../testing/phone-world.ts";

let world: PhoneWorld;

beforeAll(async () => {
  world = await PhoneWorld.start({
    devices: ["maya"],
    async prepare({ database: { query } }) {
      await query.deleteFrom("phone_users").where("user_id", "=", demoPerson("aisha").id).execute();
    },
  });
});
afterEach(async () => {
  await world.stopPhones();
  await world.isAtRest();
});
afterAll(() => world.close());

test("[TEST4] only the browser that asks rings, and neither history, badge nor live calls tell of it", async () => {
  const since = Date.now();
  const desk = await world.phone("maya", 700);
  const token = await world.server.signIn(demoPerson("maya").id);
  const ask = <Result>(method: "GET" | "POST", path: string) => world.asked<Result>(token, method, path);
  const unreadBefore = await ask("GET", "/messages/unread");
  await expect(ask("POST", "/calls/test")).rejects.toThrow("is not connected yet");

  const browser = await world.browser(token);
  const { callid } = await ask<{ callid: string }>("POST", "/calls/test");
  const call = await browser.rings();
  expect(call.invite?.request.from.displayName).toBe("Offhook test call");
  expect(call.invite?.request.headers.text("X-Offhook-Call")).toBe(callid);
  expect(desk.calls).toEqual([]);
  expect(await ask("GET", "/calls/live")).toEqual([]);
  await expect(ask("POST", "/calls/test")).rejects.toThrow("is ringing already");
  call.refuse(603);
  await world.isAtRest();
  expect(await world.records("maya", since)).toEqual([]);
  expect(await ask("GET", "/messages/unread")).toEqual(unreadBefore);
});

test("[TEST5] a line that is quiet, and a user without a line, are told why nothing rings", async () => {
  const token = await world.server.signIn(demoPerson("maya").id);
  await world.browser(token);
  const setDnd = (isOn: boolean) =>
    world.change((query) =>
      query.updateTable("phones").set({ dnd: isOn }).where("id", "=", demoPerson("maya").id).execute(),
    );
  await setDnd(true);
  await expect(world.asked(token, "POST", "/calls/test")).rejects.toThrow("takes no calls right now");
  await setDnd(false);
  const aisha = await world.client("aisha");
  await expect(aisha("POST", "/calls/test")).rejects.toThrow("You have no phone line.");
});

test.each(["rings", "talks"] as const)(
  "[TEST6] a test call that %s ends with the session that asked for it",
  async (phase) => {
    const token = await world.server.signIn(demoPerson("maya").id);
    const browser = await world.browser(token);
    await world.asked(token, "POST", "/calls/test");
    const call = await browser.rings();
    if (phase === "talks") {
      call.answer();
      await call.talks();
    }
    expect((await world.held()).calls).toBe(1);
    await world.asked(token, "POST", "/logout");
    // Well before it would have ended by itself.
    await vi.waitFor(async () => expect((await world.held()).calls).toBe(0), {
      timeout: 5_000,
      interval: 50,
    });
  },
);
