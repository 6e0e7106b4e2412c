import type { SmsConversation, SmsConversations } from "@offhook/contract";
import { FakeClock } from "@offhook/testkit";
import { expect, test } from "vitest";
import { EventLog } from "../../../platform/live/event-log.ts";
import { MemoryStore } from "../../../platform/storage/key-value-store.ts";
import { aConversation, LINE } from "../testing/messages.ts";
import { ConversationLists } from "./conversation-lists.ts";
import type { ListChoice } from "./text-api.ts";

const PAGE = 3;
const choice: ListChoice = { lines: [LINE], filter: "all" };
const numbered = (lid: number, given: Partial<SmsConversation> = {}): SmsConversation =>
  aConversation({ lid, id: `1212555${1000 + lid}`, time: lid * 1000, ...given });

function aWorld(count = 8) {
  let all = Array.from({ length: count }, (_, index) => numbered(count - index));
  const store = new MemoryStore();
  const clock = new FakeClock();
  const log = new EventLog();
  let isDown = false;
  const page = async (_choice: ListChoice, cursor: string | undefined): Promise<SmsConversations> => {
    if (isDown) throw new Error("down");
    const from = cursor === undefined ? 0 : Number(cursor);
    const next = from + PAGE < all.length ? String(from + PAGE) : null;
    return { conversations: all.slice(from, from + PAGE), next };
  };
  return {
    clock,
    tell: (conversation: SmsConversation) =>
      log.add(log.last + 1, { type: "SMS_CONVERSATION", smsLine: LINE, conversation }),
    cutOff: (down: boolean) => {
      isDown = down;
    },
    put: (conversation: SmsConversation) => {
      all = [conversation, ...all.filter(({ lid }) => lid !== conversation.lid)];
    },
    open: () =>
      new ConversationLists({
        api: { conversations: page },
        log,
        store,
        clock,
        userId: 1,
        choice,
      }),
  };
}
const shown = (lists: ConversationLists) => lists.shown(lists.state.getState()).rows.map(({ lid }) => lid);

test("[INB1] the list grows page by page and keeps the order of time", async () => {
  const lists = aWorld().open();
  await lists.open();
  expect(shown(lists)).toEqual([8, 7, 6]);
  await lists.loadMore();
  await lists.loadMore();
  await lists.loadMore();
  expect(shown(lists)).toEqual([8, 7, 6, 5, 4, 3, 2, 1]);
});

test("[INB2] a conversation moves to its place when something happens in it", async () => {
  const world = aWorld();
  const lists = world.open();
  await lists.open();
  world.tell(numbered(6, { time: 9_500 }));
  expect(shown(lists)).toEqual([6, 8, 7]);
  // One that is not loaded yet comes when it is new, and not when it lies behind.
  world.tell(numbered(2, { time: 9_900 }));
  expect(shown(lists)).toEqual([2, 6, 8, 7]);
  world.tell(numbered(1));
  expect(shown(lists)).toEqual([2, 6, 8, 7]);
});

test("[INB3] what no longer fits the filter leaves it, and what fits it joins", async () => {
  const world = aWorld();
  const lists = world.open();
  lists.select({ ...choice, filter: "unread" });
  await lists.open();
  world.tell(numbered(8, { new: false }));
  expect(shown(lists)).not.toContain(8);
  world.tell(numbered(8, { new: true, unread: 2 }));
  expect(shown(lists)[0]).toBe(8);
  lists.select({ ...choice, lines: ["another line"] });
  await lists.open();
  world.tell(numbered(7, { time: 99_000 }));
  expect(shown(lists)[0]).not.toBe(7);
});

test("[INB4] the last visit is painted at once, and corrected by the service", async () => {
  const world = aWorld();
  const before = world.open();
  await before.open();
  world.clock.advance(1_000);
  world.put(numbered(5, { time: 20_000 }));
  const after = world.open();
  expect(shown(after)).toEqual([8, 7, 6]);
  await after.open();
  expect(shown(after)).toEqual([5, 8, 7]);
});

test("[INB5] a list that cannot be loaded says so, and what was loaded stays", async () => {
  const world = aWorld();
  const lists = world.open();
  world.cutOff(true);
  await expect(lists.open()).rejects.toThrow("down");
  expect(lists.shown(lists.state.getState()).status).toBe("failed");
  world.cutOff(false);
  await lists.open();
  await lists.loadMore();
  world.cutOff(true);
  await expect(lists.refresh()).rejects.toThrow("down");
  expect(shown(lists)).toHaveLength(6);
  expect(lists.shown(lists.state.getState()).status).toBe("ready");
});

test("[INB6] a refresh brings what was missed and keeps what lies behind", async () => {
  const world = aWorld();
  const lists = world.open();
  await lists.open();
  await lists.loadMore();
  world.put(numbered(4, { time: 30_000 }));
  await lists.refresh();
  expect(shown(lists)).toEqual([4, 8, 7, 6, 5, 3]);
});
