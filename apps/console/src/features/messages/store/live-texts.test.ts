import type { SmsEvent } from "@offhook/contract";
import { FakeClock } from "@offhook/testkit";
import { expect, test } from "vitest";
import { EventLog } from "../../../platform/live/event-log.ts";
import { MemoryStore } from "../../../platform/storage/key-value-store.ts";
import { aConversation, aMessage, aPage, LINE, PARTY } from "../testing/messages.ts";
import { ConversationLists } from "./conversation-lists.ts";
import { Drafts } from "./drafts.ts";
import { Thread } from "./thread.ts";
import { ThreadPresence } from "./thread-presence.ts";

const ME = 7;
const NOON = Date.UTC(2026, 10, 15, 12);
const address = { sms_line: LINE, conversation: PARTY };

async function anInbox() {
  const clock = new FakeClock(NOON);
  const saved: string[] = [];
  const told: string[] = [];
  const frames: (() => void)[] = [];
  const nextPaint = (): Promise<void> => new Promise((resolve) => frames.push(resolve));
  const log = new EventLog();
  const lists = new ConversationLists({
    api: {
      conversations: async () => ({ conversations: [aConversation({ unread: 1, new: true })], next: null }),
    },
    log,
    store: new MemoryStore(),
    nextPaint,
    clock,
    userId: ME,
    choice: { lines: [LINE], filter: "all" },
  });
  await lists.open();
  const thread = new Thread(address, {
    api: { page: async () => aPage({ messages: [aMessage({ id: "5", new: true })] }) },
    log,
    clock,
    userId: ME,
  });
  await thread.open();
  const drafts = new Drafts({
    api: {
      drafts: async () => [{ ...address, msgdata: "from before", time: NOON }],
      saveDraft: async ({ msgdata }) => void saved.push(msgdata),
    },
    log,
    clock,
    store: new MemoryStore(),
    userId: ME,
    onFailed: () => {},
  });
  const presence = new ThreadPresence({
    api: { presence: async () => [], tellPresence: async ({ state }) => void told.push(state) },
    log,
    clock,
    userId: ME,
  });
  const state = () => ({
    row: lists.shown(lists.state.getState()).rows[0],
    ids: thread.state.getState().messages.map(({ id }) => id),
    last: thread.state.getState().messages.at(-1),
  });
  const paint = async (): Promise<void> => {
    for (const painted of frames.splice(0)) painted();
    for (let turn = 0; turn < 5; turn += 1) await Promise.resolve();
  };
  const tell = (event: SmsEvent): void => log.add(log.last + 1, event);
  return { clock, lists, thread, drafts, presence, state, saved, told, paint, tell };
}

const one = (type: "MO" | "MT" | "DLR" | "sent", given: Parameters<typeof aMessage>[0]): SmsEvent => ({
  type,
  smsLine: LINE,
  conversation: aConversation({ time: NOON + 5_000, subtitle: given?.text ?? "" }),
  message: aMessage({ time: NOON + 5_000, ...given }),
});

test("[INB10] a text that comes in is in the thread at once, and in the list with the next frame", async () => {
  const { tell, state, paint } = await anInbox();
  tell(one("MO", { id: "6", text: "Are you there?" }));
  expect(state().ids).toEqual(["5", "6"]);
  await paint();
  expect(state().row?.subtitle).toBe("Are you there?");
});

test("[INB10] what is told before the list has followed comes behind", async () => {
  const { tell, state, paint } = await anInbox();
  tell(one("MO", { id: "6", text: "Sorry, wrong number" }));
  tell({ type: "SMS_DELETED", smsLine: LINE, id: PARTY, messageId: null, conversation: null });
  await paint();
  expect(state()).toEqual({ row: undefined, ids: [], last: undefined });
});

test("[INB11] an own text from elsewhere waits two seconds, a colleague's does not", async () => {
  const { tell, state, clock } = await anInbox();
  tell(one("MT", { id: "6", direction: "out", sent_by: ME }));
  tell(one("MT", { id: "7", direction: "out", sent_by: 8 }));
  expect(state().ids).toEqual(["5", "7"]);
  clock.advance(1_999);
  expect(state().ids).toEqual(["5", "7"]);
  clock.advance(1);
  expect(state().ids).toEqual(["5", "6", "7"]);
});

test("[INB12] a report of delivery waits two and a half seconds", async () => {
  const { tell, state, clock } = await anInbox();
  tell(one("sent", { id: "6", direction: "out", dlr_status: "sent" }));
  tell(one("DLR", { id: "6", direction: "out", dlr_status: "delivered" }));
  clock.advance(2_499);
  expect(state().last?.dlr_status).toBe("sent");
  clock.advance(1);
  expect(state().last?.dlr_status).toBe("delivered");
});

test("[INB13] a late event does not bring an older state of the conversation back", async () => {
  const { tell, state, clock, thread, paint } = await anInbox();
  tell(one("DLR", { id: "5" }));
  const conversation = aConversation({ time: NOON + 9_000, subtitle: "newer" });
  tell({ type: "SMS_CONVERSATION", smsLine: LINE, conversation });
  clock.advance(2_500);
  await paint();
  expect(state().row?.subtitle).toBe("newer");
  expect(thread.state.getState().conversation?.subtitle).toBe("newer");
});

test("[INB13] a report that has waited does not bring back what was deleted meanwhile", async () => {
  const { tell, state, clock } = await anInbox();
  tell(one("DLR", { id: "5" }));
  const conversation = aConversation();
  tell({ type: "SMS_DELETED", smsLine: LINE, id: PARTY, messageId: "5", conversation });
  clock.advance(2_500);
  expect(state().ids).toEqual([]);
});

test("[INB14] reading by one of the line's people is reading for the conversation", async () => {
  const { tell, state, paint } = await anInbox();
  tell({
    type: "SMS_READ",
    smsLine: LINE,
    conversations: [aConversation({ unread: 0, new: false, read_by: [8] })],
    isComplete: true,
    ids: ["5"],
    new: false,
    user_id: 8,
  });
  await paint();
  expect(state().row?.unread).toBe(0);
  expect(state().last).toMatchObject({ new: false, read_by: [8] });
});

test("[INB15] what is deleted goes, and what is restored comes back", async () => {
  const { tell, state, thread, paint } = await anInbox();
  const conversation = aConversation();
  tell({ type: "SMS_DELETED", smsLine: LINE, id: PARTY, messageId: "5", conversation });
  expect(state().ids).toEqual([]);
  tell({ type: "SMS_RESTORED", smsLine: LINE, conversation, message: aMessage({ id: "5" }) });
  expect(state().ids).toEqual(["5"]);
  tell({ type: "SMS_DELETED", smsLine: LINE, id: PARTY, messageId: null, conversation: null });
  await paint();
  expect(state().row).toBeUndefined();
  expect(thread.state.getState().status).toBe("empty");
});

test("[INB16] a scheduled text stands apart until it goes out or is canceled", async () => {
  const { tell, thread, paint } = await anInbox();
  const conversation = aConversation({ isScheduled: true });
  const message = aMessage({
    id: "scheduled-3",
    scheduled: true,
    scheduledId: 3,
    scheduled_at: NOON + 60_000,
  });
  tell({ type: "SMS_SCHEDULED", smsLine: LINE, conversation, message });
  expect(thread.state.getState().scheduled.map(({ id }) => id)).toEqual(["scheduled-3"]);
  await paint();
  tell({ type: "SMS_UNSCHEDULED", smsLine: LINE, conversation: aConversation(), scheduledId: 3 });
  expect(thread.state.getState().scheduled).toEqual([]);
});

test("[DRA1] a draft is kept half a second after the last key, and cleared with the text it became", async () => {
  const { drafts, clock, saved } = await anInbox();
  await drafts.load();
  expect(drafts.textOf(address)).toBe("from before");
  drafts.write(address, "H");
  clock.advance(400);
  drafts.write(address, "Hi");
  clock.advance(499);
  expect(saved).toEqual([]);
  clock.advance(1);
  expect(saved).toEqual(["Hi"]);
  drafts.write(address, "");
  clock.advance(500);
  expect(saved).toEqual(["Hi", ""]);
  expect(drafts.textOf(address)).toBe("");
});

test("[DRA2] another device's draft is shown, unless something is being typed here", async () => {
  const { drafts, tell, clock } = await anInbox();
  const draft = (msgdata: string): SmsEvent => ({
    type: "SMS_DRAFT",
    smsLine: LINE,
    id: PARTY,
    draft: { ...address, msgdata, time: NOON },
  });
  tell(draft("from the phone"));
  expect(drafts.textOf(address)).toBe("from the phone");
  drafts.write(address, "typed here");
  tell(draft("from the phone too"));
  expect(drafts.textOf(address)).toBe("typed here");
  clock.advance(500);
});

test("[PRE1] a user who looks is reported again and again, one who types is replying, one who leaves is gone", async () => {
  const { presence, clock, told } = await anInbox();
  presence.enter(address);
  presence.typed();
  clock.advance(100);
  presence.typed();
  clock.advance(150);
  expect(told).toEqual(["viewing", "replying"]);
  clock.advance(6_000);
  expect(told).toEqual(["viewing", "replying", "viewing"]);
  clock.advance(8_000);
  expect(told).toHaveLength(4);
  presence.leave();
  clock.advance(60_000);
  expect(told).toEqual(["viewing", "replying", "viewing", "viewing", "gone"]);
});

test("[PRE1] a user who pastes a text and sends it was not replying, and is still shown", async () => {
  const { presence, clock, told } = await anInbox();
  presence.enter(address);
  for (let texts = 0; texts < 3; texts += 1) {
    clock.advance(3_000);
    presence.typed();
    clock.advance(50);
    presence.stoppedTyping();
  }
  expect(told).toEqual(["viewing", "viewing"]);
});

test("[PRE2] others are shown, the user is not", async () => {
  const { presence, tell } = await anInbox();
  const people = [
    { user_id: ME, name: "Me", state: "viewing" as const },
    { user_id: 8, name: "Ines Duarte", state: "replying" as const },
  ];
  tell({ type: "SMS_PRESENCE", smsLine: LINE, conversation: PARTY, people, time: NOON });
  expect(presence.state.getState().get(`${LINE}/${PARTY}`)).toEqual([people[1]]);
  tell({ type: "SMS_PRESENCE", smsLine: LINE, conversation: PARTY, people: people.slice(0, 1), time: NOON });
  expect(presence.state.getState().size).toBe(0);
});
