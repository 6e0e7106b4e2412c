import { expect, test } from "vitest";
import { BrowserOutboxStorage, type TabLocks } from "./outbox-storage.ts";
import { outgoingMessage } from "./outgoing-message.ts";

/** Locks of tabs that a test opens and closes. */
function fakeLocks() {
  const held = new Set<string>();
  const locks = {
    request: async (name: string, work: () => Promise<unknown>) => {
      if (name.endsWith(".adopt")) return work();
      held.add(name);
    },
    query: async () => ({ held: [...held].map((name) => ({ name })), pending: [] }),
  } as unknown as TabLocks;
  return { locks, closeTab: (tab: string) => held.delete(`offhook.chat-outbox.${tab}`) };
}

test("[TEAM-O1] what a tab has not sent is taken over when it is gone, by one other and once", async () => {
  const database = `test-${crypto.randomUUID()}`;
  const { locks, closeTab } = fakeLocks();
  const open = (tab: string) => new BrowserOutboxStorage({ database, tab, locks });
  const [first, second, third] = [open("first"), open("second"), open("third")];
  const message = (id: string, at: number) => outgoingMessage(id, at, { topic: "usrB", typed: id });
  await first.save(message("later", 2));
  await first.save(message("sooner", 1));
  expect(await second.adopt()).toEqual([]);
  closeTab("first");
  expect((await second.adopt()).map(({ id }) => id)).toEqual(["sooner", "later"]);
  expect(await third.adopt()).toEqual([]);
  await second.clear();
  closeTab("second");
  expect(await third.adopt()).toEqual([]);
});
