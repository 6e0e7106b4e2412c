import type { SmsPage } from "@offhook/contract";
import { expect, test } from "vitest";
import { ApiFailure } from "../../../platform/api-failure.ts";
import { aConversation, aMessage, aPage, LINE, PARTY } from "../testing/messages.ts";
import type { PagePlace } from "./text-api.ts";
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

const address = { sms_line: LINE, conversation: PARTY };
const range = (thread: Thread) => {
  const { messages, hasBefore, hasAfter } = thread.state.getState();
  return [messages[0]?.id, messages.at(-1)?.id, hasBefore, hasAfter];
};

test("[THR10] a long thread opens at its first unread message and pages both ways without a gap", async () => {
  const service = aService(100_000, 50_000);
  const thread = new Thread(address, service);
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
  const thread = new Thread(address, service);
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
  const thread = new Thread(address, service);
  await thread.open();
  service.all.push(aMessage({ id: "201" }));
  await thread.refresh();
  expect(range(thread)).toEqual(["151", "201", true, false]);
  const other = new Thread(address, aService(1000, 100));
  await other.open();
  await other.refresh();
  expect(range(other)).toEqual(["76", "125", true, true]);
});

test("[THR13] a searched message is opened around itself", async () => {
  const thread = new Thread(address, aService(1000));
  await thread.open("300");
  expect(thread.state.getState().target).toEqual({ id: "300" });
  expect(range(thread)).toEqual(["276", "325", true, true]);
});

test.each([
  [404, "empty"],
  [403, "denied"],
] as const)("[THR14] an answer of %i is a state: %s", async (status, expected) => {
  const refused = new ApiFailure({ kind: "refused", status, error: null });
  const thread = new Thread(address, { page: () => Promise.reject(refused) });
  await thread.open();
  expect(thread.state.getState().status).toBe(expected);
});

test("[THR15] what cannot be loaded can be asked for again", async () => {
  const service = aService(3);
  let isDown = true;
  const thread = new Thread(address, {
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

test("[THR17] what is said while a page is on its way is not lost with it", async () => {
  const service = aService(3);
  let answer = (): void => {};
  const thread = new Thread(address, {
    page: async (...request) => {
      const page = await service.page(...request);
      await new Promise<void>((resolve) => {
        answer = resolve;
      });
      return page;
    },
  });
  const opening = thread.open();
  await expect.poll(() => thread.state.getState().status).toBe("loading");
  thread.applyMessage(aMessage({ id: "4" }));
  await new Promise((resolve) => setTimeout(resolve));
  answer();
  await opening;
  expect(range(thread)).toEqual(["1", "4", false, false]);
});

test("[THR18] a thread that is visited again is marked where the new messages begin", async () => {
  const service = aService(100);
  const thread = new Thread(address, service);
  await thread.open();
  thread.prepare();
  expect(thread.state.getState().unreadFrom).toBeUndefined();
  thread.applyMessage(aMessage({ id: "101" }));
  thread.applyConversation(aConversation({ firstUnreadId: "101" }));
  thread.prepare();
  expect(thread.state.getState().unreadFrom).toBe("101");
  thread.applyConversation(aConversation({ firstUnreadId: "7" }));
  thread.prepare();
  expect(thread.state.getState().status).toBe("idle");
});

test("[THR20] a thread that was chosen is loaded before its page is there, and once", async () => {
  const service = aService(10);
  const thread = new Thread(address, service);
  thread.openAhead();
  thread.openAhead();
  await thread.open();
  expect(service.asked).toHaveLength(1);
  await thread.open();
  expect(service.asked).toHaveLength(2);
});
