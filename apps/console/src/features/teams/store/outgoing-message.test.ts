import { clear, createStore, keys, set } from "idb-keyval";
import { expect, test } from "vitest";
import { openOutboxStorage } from "../../../platform/outbox/outbox-storage.ts";
import { type ComposedMessage, type OldMessage, readOldMessage } from "./outgoing-message.ts";

test("[OUT11] messages that an older console has left are read as they were, and can be forgotten", async () => {
  const database = "offhook-chat-4711-outbox";
  const store = createStore(database, "outbox");
  await clear(store);
  const file = new File(["words"], "notes.txt", { type: "text/plain" });
  const old = (id: string, at: number, rest: object) => ({
    tab: "gone",
    message: {
      id,
      at,
      topic: "usrB",
      typed: id,
      mentions: [],
      files: [{ id: "f", file, progress: 40 }],
      attachments: [],
      reply: 3,
      forwarded: undefined,
      state: "queued",
      triedAfter: undefined,
      reason: undefined,
      ...rest,
    },
  });
  await set("tried", old("tried", 2, { state: "sending", triedAfter: 7 }), store);
  await set("no", old("no", 1, { state: "failed", reason: "Not allowed" }), store);
  const storage = openOutboxStorage<ComposedMessage, OldMessage>({
    database,
    table: "outbox",
    readOld: readOldMessage,
  });
  expect((await storage.list()).toSorted((one, other) => one.createdAt - other.createdAt)).toMatchObject([
    { id: "no", createdAt: 1, state: { name: "refused", reason: "Not allowed" } },
    {
      id: "tried",
      state: { name: "waiting" },
      after: 7,
      reply: 3,
      typed: "tried",
      files: [{ id: "f", progress: 40, file: { name: "notes.txt" } }],
    },
  ]);
  for (const { key } of await storage.list()) await storage.remove(key);
  expect(await keys(store)).toEqual([]);
});
