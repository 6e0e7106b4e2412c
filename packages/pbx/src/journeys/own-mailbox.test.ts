import { expect, test } from "vitest";
import { leftovers, NOTHING, worldWith } from "../testing/calling.ts";
import type { PbxWorld } from "../testing/pbx-world.ts";
import type { ScriptedPhone } from "../testing/scripted-phone.ts";
import { anEndpoint } from "../testing/test-company.ts";

const BOX = { id: "box", name: "101", pin: undefined, maxMessages: 10, maxMessageMs: 120_000 };
const SHARED = { ...BOX, id: "shared", name: "301" };
const HOUR_MS = 3_600_000;

interface Visit {
  readonly world: PbxWorld;
  readonly anna: ScriptedPhone;
  /** Presses keys, and tells what was said since. */
  type(keys: string): Promise<string>;
}

/** Anna has called *97; in her box are a heard message of Ben's (102) and a new one without a number. */
async function annaVisits(): Promise<Visit> {
  const endpoints = [anEndpoint("101", { mailboxId: "box" }), anEndpoint("102")];
  const world = worldWith({ endpoints, mailboxes: [BOX, SHARED], timeZone: "America/New_York" });
  const receivedAt = world.clock.now() - HOUR_MS;
  const message = { callerName: "", receivedAt, durationMs: 1_000 };
  world.stored.push(
    { ...message, id: "old", path: "/old.wav", callerNumber: "102", isNew: false },
    { ...message, id: "new", path: "/new.wav", callerNumber: "", isNew: true },
  );
  const anna = await world.phone("101");
  anna.dial("*97");
  await world.run(50);
  let heard = 0;
  const type = async (keys: string): Promise<string> => {
    for (const key of keys) world.media.press(world.channelOf("101"), key as "1");
    await world.run(50);
    const said = world.media.said.slice(heard).join(" ");
    heard = world.media.said.length;
    return said;
  };
  return { world, anna, type };
}

test("[VM6] the owner hears how many there are, the new ones first, and skips", async () => {
  const { world, anna, type } = await annaVisits();
  expect(await type("")).toBe("you-have number-1 new-message and number-1 heard-message mailbox-menu");
  expect(await type("1")).toBe("first-message message-from unknown-number /new.wav message-menu");
  expect(await type("#")).toBe("next-message message-from number-1 number-0 number-2 /old.wav message-menu");
  expect(await type("#")).toBe("no-more-messages mailbox-menu");
  anna.hangUp();
  expect(await leftovers(world)).toEqual(NOTHING);
});

test("[VM7] whoever types ahead hears neither menus nor messages", async () => {
  const { type } = await annaVisits();
  await type("");
  expect(await type("1##")).toBe(
    "first-message message-from unknown-number next-message message-from number-1 number-0 number-2 no-more-messages mailbox-menu",
  );
});

test("[VM8] a deletion is undone by the same key, and stays when the owner hangs up", async () => {
  const { world, anna, type } = await annaVisits();
  await type("1");
  expect(await type("3")).toBe("message-deleted undo-menu");
  expect(await type("3")).toBe("message-restored message-menu");
  await world.run(4_000);
  expect(world.stored.map(({ id }) => id)).toEqual(["old", "new"]);
  await type("3");
  anna.hangUp();
  await world.run(50);
  expect(world.stored.map(({ id }) => id)).toEqual(["old"]);
  expect(await leftovers(world)).toEqual(NOTHING);
});

test("[VM9] a saved message is kept, and time and number are said", async () => {
  const { world, type } = await annaVisits();
  await type("1");
  expect(await type("2")).toContain("message-kept next-message");
  expect(world.kept).toEqual(["new"]);
  const envelope = await type("5");
  expect(envelope).toMatch(
    /^message-from number-1 number-0 number-2 received (today|yesterday) at .*-m message-menu$/,
  );
});

test("[VM10] the owner calls back, but not a caller who hid their number", async () => {
  const { world, anna, type } = await annaVisits();
  const ben = await world.phone("102");
  await type("1");
  expect(await type("4")).toBe("cannot-call-back message-menu");
  await type("#");
  await type("4");
  ben.answer();
  await world.run(50);
  expect(ben.call.state).toBe("talking");
  expect(anna.call.state).toBe("talking");
  anna.hangUp();
  expect(await leftovers(world)).toEqual(NOTHING);
});

test.each([
  ["the extension of a line", "*101"],
  ["the name of a shared box", "*301"],
])("[VM11] a star and %s leads straight into the box", async (_what, number) => {
  const { world, anna } = await annaVisits();
  anna.hangUp();
  await world.run(50);
  const ben = await world.phone("102");
  world.media.said.length = 0;
  ben.dial(number);
  await world.run(50);
  expect(world.media.said).toContain("leave-a-message");
  ben.hangUp();
  await world.run(50);
  expect(world.messages).toMatchObject([{ callerNumber: "102" }]);
});
