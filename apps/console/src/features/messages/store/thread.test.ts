import type { SmsEvent, SmsPage } from "@offhook/contract";
import { FakeClock } from "@offhook/testkit";
import { expect, test } from "vitest";
import { ApiFailure } from "../../../platform/api/api-failure.ts";
import { EventLog } from "../../../platform/live/event-log.ts";
import { aConversation, aMessage, aPage, LINE, PARTY } from "../testing/messages.ts";
import type { PagePlace, TextApi } from "./text-api.ts";
import { Thread } from "./thread.ts";
import { compareIds, MAX_KEPT } from "./thread-window.ts";

const PAGE = 50;

/** A thread of so many messages on the server, paged as the server pages it. */
function aService(count: number, firstUnread?: number) {
  const all = Array.from({ length: count }, (_, index) => aMessage({ id: String(index + 1) }));
  const slice = (from: number, to: number): SmsPage =>
    aPage({
      conversation: aConversation({ firstUnreadId: firstUnread === undefined ? null : String(firstUnread) }),
      messages: all.slice(Math.max(0, from), to),
      hasBefore: from > 0,
      hasAfter: to < all.length,
    });
  const asked: PagePlace[] = [];
  return {
    all,
    asked,
    page: async (_address: unknown, place: PagePlace, _options?: unknown): Promise<SmsPage> => {
      asked.push(place);
      const newest = slice(all.length - PAGE, all.length);
      if ("before" in place) return slice(Number(place.before) - 1 - PAGE, Number(place.before) - 1);
      if ("after" in place) return slice(Number(place.after), Number(place.after) + PAGE);
      if (!("around" in place)) return newest;
      const middle = place.around === "unread" ? firstUnread : Number(place.around);
      return middle === undefined ? newest : slice(middle - PAGE / 2, middle + PAGE / 2);
    },
  };
}

function aThread(api: Pick<TextApi, "page">, log = new EventLog(), clock = new FakeClock()): Thread {
  return new Thread(address, { api, log, clock, userId: 7 });
}

const address = { sms_line: LINE, conversation: PARTY };
const range = (thread: Thread) => {
  const { messages, hasBefore, hasAfter } = thread.state.getState();
  return [messages[0]?.id, messages.at(-1)?.id, hasBefore, hasAfter];
};

test("[THR10] a long thread opens at its first unread message and pages both ways without a gap", async () => {
  const service = aService(100_000, 50_000);
  const thread = aThread(service);
  await thread.open();
  expect(thread.state.getState().unreadFrom).toBe("50000");
  expect(range(thread)).toEqual(["49976", "50025", true, true]);
  for (let turn = 0; turn < 10; turn += 1) await thread.loadOlder();
  const up = thread.state.getState();
  expect(up.messages).toHaveLength(MAX_KEPT);
  expect(up.messages[0]?.id).toBe("49476");
  expect(up.hasAfter).toBe(true);
  for (let turn = 0; turn < 20; turn += 1) await thread.loadNewer();
  const ids = thread.state.getState().messages.map(({ id }) => Number(id));
  expect(ids).toHaveLength(MAX_KEPT);
  expect(ids.every((id, index) => index === 0 || id === (ids[index - 1] ?? 0) + 1)).toBe(true);
  await thread.toNewest();
  expect(range(thread)).toEqual(["99951", "100000", true, false]);
});

test("[THR11] a new message joins at the end, but not a window that ends elsewhere", async () => {
  const service = aService(200, 100);
  const thread = aThread(service);
  await thread.open();
  thread.applyMessage(aMessage({ id: "201" }));
  expect(range(thread)).toEqual(["76", "125", true, true]);
  await thread.toNewest();
  thread.applyMessage(aMessage({ id: "201", text: "new" }));
  expect(thread.state.getState().messages.at(-1)?.text).toBe("new");
  thread.applyMessage(aMessage({ id: "201", text: "changed" }));
  expect(thread.state.getState().messages.at(-1)?.text).toBe("changed");
});

test("[THR12] a refresh continues what is shown, and does not tear a reader from the middle", async () => {
  const service = aService(200);
  const thread = aThread(service);
  await thread.open();
  service.all.push(aMessage({ id: "201" }));
  await thread.refresh();
  expect(range(thread)).toEqual(["151", "201", true, false]);
  const other = aThread(aService(1000, 100));
  await other.open();
  await other.refresh();
  expect(range(other)).toEqual(["76", "125", true, true]);
});

test("[THR13] a searched message is opened around itself", async () => {
  const thread = aThread(aService(1000));
  await thread.open("300");
  expect(thread.state.getState().target).toEqual({ id: "300" });
  expect(range(thread)).toEqual(["276", "325", true, true]);
});

test.each([
  [404, "empty"],
  [403, "denied"],
] as const)("[THR14] an answer of %i is a state: %s", async (status, expected) => {
  const refused = new ApiFailure({ kind: "refused", status, error: null });
  const thread = aThread({ page: () => Promise.reject(refused) });
  await thread.open();
  expect(thread.state.getState().status).toBe(expected);
});

test("[THR15] what cannot be loaded can be asked for again", async () => {
  const service = aService(3);
  let isDown = true;
  const thread = aThread({
    page: (...request) =>
      isDown ? Promise.reject(new ApiFailure({ kind: "unreachable" })) : service.page(...request),
  });
  await expect(thread.open()).rejects.toThrow();
  expect(thread.state.getState().status).toBe("failed");
  isDown = false;
  await thread.open();
  expect(thread.state.getState().messages).toHaveLength(3);
});

test("[THR16] ids are compared as numbers", () => {
  expect(["10", "9", "100", "11"].sort(compareIds)).toEqual(["9", "10", "11", "100"]);
});

/** A thread of three texts, whose next answers are held back. */
async function aHeldThread() {
  const service = aService(3);
  const log = new EventLog();
  const clock = new FakeClock();
  const held: (() => void)[] = [];
  let isHeld = false;
  const thread = aThread(
    {
      page: async (address, place, options) => {
        const [page, number] = [await service.page(address, place), log.last];
        if (isHeld) await new Promise<void>((resolve) => held.push(resolve));
        options?.onReply?.(number);
        return page;
      },
    },
    log,
    clock,
  );
  const release = async (work: Promise<void>): Promise<void> => {
    isHeld = false;
    for (const answer of held.splice(0)) answer();
    await work;
  };
  const hold = async (load: () => Promise<void>): Promise<Promise<void>[]> => {
    isHeld = true;
    const loading = load();
    await expect.poll(() => held.length).toBe(1);
    return [loading];
  };
  return { thread, service, log, clock, hold, release };
}

const conversation = aConversation({ subtitle: "newer" });
const TOLD: Readonly<Record<string, [SmsEvent, unknown]>> = {
  "a text": [
    { type: "MO", smsLine: LINE, conversation, message: aMessage({ id: "4", text: "new" }) },
    { ids: ["1", "2", "3", "4"] },
  ],
  "a receipt": [
    {
      type: "DLR",
      smsLine: LINE,
      conversation,
      message: aMessage({ id: "2", direction: "out", dlr_status: "delivered" }),
    },
    { ids: ["1", "2", "3"], receipt: "delivered" },
  ],
  "a read mark": [
    {
      type: "SMS_READ",
      smsLine: LINE,
      conversations: [conversation],
      isComplete: true,
      ids: ["2"],
      new: false,
      user_id: 8,
    },
    { ids: ["1", "2", "3"], readBy: [8] },
  ],
  "a deletion": [
    { type: "SMS_DELETED", smsLine: LINE, id: PARTY, messageId: "2", conversation },
    { ids: ["1", "3"] },
  ],
};

test.each(Object.entries(TOLD))(
  "[THR17] %s that is told while a page is on its way is not lost with it",
  async (_what, [event, expected]) => {
    for (const load of ["open", "refresh"] as const) {
      const { thread, log, clock, hold, release } = await aHeldThread();
      if (load === "refresh") await thread.open();
      const [loading] = await hold(() => thread[load]());
      log.add(1, event);
      await release(loading!);
      // A report that is heard for the first time waits.
      clock.advance(2_500);
      const { messages, conversation: heading } = thread.state.getState();
      const second = messages.find(({ id }) => id === "2");
      expect({
        ids: messages.map(({ id }) => id),
        receipt: second?.dlr_status ?? undefined,
        readBy: second?.read_by.length ? second.read_by : undefined,
      }).toEqual({ receipt: undefined, readBy: undefined, ...(expected as object) });
      expect(heading?.subtitle).toBe("newer");
    }
  },
);

test("[THR17] a text that was acknowledged while a page is on its way stays", async () => {
  const { thread, service, hold, release } = await aHeldThread();
  await thread.open();
  const [loading] = await hold(() => thread.refresh());
  service.all.push(aMessage({ id: "4" }));
  thread.applyMessage(aMessage({ id: "4" }));
  await release(loading!);
  expect(range(thread)).toEqual(["1", "4", false, false]);
});

test("[THR17] a text that the user deletes does not come back with a page that is on its way", async () => {
  const { thread, service, hold, release } = await aHeldThread();
  await thread.open();
  const [loading] = await hold(() => thread.refresh());
  let answer = (): void => {};
  const saved = new Promise<void>((resolve) => {
    answer = resolve;
  });
  const removed = thread.removeMessages(["2", "3"], () => saved);
  await release(loading!);
  expect(range(thread)).toEqual(["1", "1", false, false]);
  service.all.splice(1);
  answer();
  await removed;
  expect(range(thread)).toEqual(["1", "1", false, false]);
});

test("[THR17] a text whose deletion is refused is shown again", async () => {
  const { thread } = await aHeldThread();
  await thread.open();
  const removed = thread.removeMessages(["3"], () => Promise.reject(new Error("refused")));
  expect(range(thread)).toEqual(["1", "2", false, false]);
  await expect(removed).rejects.toThrow("refused");
  expect(range(thread)).toEqual(["1", "3", false, false]);
});

test("[THR17] a scheduled text that is canceled stays away from pages that come meanwhile, and is back when refused", async () => {
  const scheduled = [aMessage({ id: "9", scheduled: true, scheduledId: 5 })];
  const thread = aThread({ page: async () => aPage({ scheduled }) });
  await thread.open();
  const shown = () => thread.state.getState().scheduled.map(({ scheduledId }) => scheduledId);
  expect(shown()).toEqual([5]);
  let refuse = (): void => {};
  const canceled = thread.removeScheduled(
    5,
    () =>
      new Promise((_resolve, reject) => {
        refuse = () => reject(new Error("refused"));
      }),
  );
  expect(shown()).toEqual([]);
  await thread.refresh();
  expect(shown()).toEqual([]);
  refuse();
  await expect(canceled).rejects.toThrow("refused");
  expect(shown()).toEqual([5]);
});

test("[THR17] a deletion that was missed is found by the next look, also of the newest text", async () => {
  const { thread, service, log } = await aHeldThread();
  await thread.open();
  service.all.pop();
  log.reset(9);
  await expect.poll(() => range(thread)).toEqual(["1", "2", false, false]);
});

test("[THR10] an older page that comes after the window has moved leaves no gap", async () => {
  const service = aService(1000, 500);
  let answer = (): void => {};
  const thread = aThread({
    page: async (address, place) => {
      const page = await service.page(address, place);
      if ("before" in place)
        await new Promise<void>((resolve) => {
          answer = resolve;
        });
      return page;
    },
  });
  await thread.open();
  const older = thread.loadOlder();
  await thread.toNewest();
  answer();
  await older;
  expect(range(thread)).toEqual(["951", "1000", true, false]);
});

test("[THR18] a thread that is visited again is marked where the new messages begin", async () => {
  const log = new EventLog();
  const thread = aThread(aService(100), log);
  await thread.open();
  thread.prepare();
  expect(thread.state.getState().unreadFrom).toBeUndefined();
  const tell = (firstUnreadId: string): void =>
    log.add(log.last + 1, {
      type: "MO",
      smsLine: LINE,
      conversation: aConversation({ firstUnreadId }),
      message: aMessage({ id: "101" }),
    });
  tell("101");
  thread.prepare();
  expect(thread.state.getState().unreadFrom).toBe("101");
  tell("7");
  thread.prepare();
  expect(thread.state.getState().status).toBe("idle");
});

test("[THR20] a thread that was chosen is loaded before its page is there, and once", async () => {
  const service = aService(10);
  const thread = aThread(service);
  thread.openAhead();
  thread.openAhead();
  await thread.open();
  expect(service.asked).toHaveLength(1);
  await thread.open();
  expect(service.asked).toHaveLength(2);
});
