import { FakeClock } from "@offhook/testkit";
import { beforeEach, expect, test } from "vitest";
import {
  aHub,
  aUser,
  datas,
  presences,
  type ScriptedClient,
  settle,
  signedInClient,
} from "../../testing/chat-room.ts";
import { MemoryChatStore } from "../../testing/memory-chat-store.ts";
import type { ChatHub } from "../chat-hub.ts";

const [maya, ines] = [aUser(1), aUser(2)];
let store: MemoryChatStore;
let hub: ChatHub;
let m: ScriptedClient;
let i: ScriptedClient;

beforeEach(async () => {
  store = new MemoryChatStore();
  for (const user of [maya, ines]) await store.addUser(user);
  hub = aHub(store, new FakeClock(1_700_000_000_000));
  [m, i] = [await signedInClient(hub, maya, "m"), await signedInClient(hub, ines, "i")];
  for (const each of [m, i]) await each.ask("sub", { topic: "me" });
  await m.ask("sub", { topic: ines.id });
  await i.ask("sub", { topic: maya.id });
  await m.ask("pub", { topic: ines.id, content: "old" });
  await i.ask("pub", { topic: maya.id, content: "older still" });
});

async function listOf(client: ScriptedClient): Promise<unknown[]> {
  const answer = await client.ask("get", { topic: "me", what: "sub" });
  return "meta" in answer ? [...(answer.meta.sub ?? [])] : [];
}

test("[CHAT-T4] a deleted chat comes back with the next message of the other, and with nothing before it", async () => {
  expect(await m.code("del", { topic: ines.id, what: "topic" })).toBe(200);
  expect(await listOf(m)).toEqual([]);
  m.take();
  expect(await i.code("pub", { topic: maya.id, content: "new" })).toBe(202);
  await settle();
  expect(presences(m.take())).toMatchObject([
    { src: ines.id, what: "acs", act: ines.id, dacs: { want: expect.stringContaining("R") } },
    { src: ines.id, what: "on", ua: "test" },
    { src: ines.id, what: "msg", seq: 3 },
  ]);
  expect(await listOf(m)).toMatchObject([{ topic: ines.id, seq: 3, read: 2 }]);
  await m.ask("sub", { topic: ines.id, get: { what: "data" } });
  await settle();
  expect(datas(m.take())).toEqual(["new"]);
  // The other has lost nothing.
  i.take();
  await i.ask("get", { topic: maya.id, what: "data" });
  await settle();
  expect(datas(i.take())).toEqual(["new", "older still", "old"]);
});

test("[CHAT-T4] and not because the other looks at it, after a restart either", async () => {
  await m.ask("del", { topic: ines.id, what: "topic" });
  const later = aHub(store, new FakeClock(1_700_000_100_000));
  const again = await signedInClient(later, ines, "i");
  await again.ask("sub", { topic: maya.id });
  const back = await signedInClient(later, maya, "m");
  await back.ask("sub", { topic: "me" });
  expect(await listOf(back)).toEqual([]);
  back.take();
  await again.ask("pub", { topic: maya.id, content: "new" });
  await settle();
  expect(presences(back.take()).at(-1)).toMatchObject({ src: ines.id, what: "msg", seq: 3 });
});
