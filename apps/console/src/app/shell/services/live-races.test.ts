import type { PushEvent } from "@offhook/contract";
import { FakeClock } from "@offhook/testkit";
import { expect, test } from "vitest";
import { CallHistory } from "../../../features/calls/history/store/call-history.ts";
import { aCallRecord } from "../../../features/calls/history/testing/call-records.ts";
import { LiveCallLists } from "../../../features/calls/phone/calls/live-call-lists.ts";
import { aRow } from "../../../features/calls/testing/model-builders.ts";
import { PeopleDirectory } from "../../../features/contacts/callers/people-directory.ts";
import { PhoneLine } from "../../../features/lines/index.ts";
import { ConversationLists } from "../../../features/messages/store/conversation-lists.ts";
import { Drafts } from "../../../features/messages/store/drafts.ts";
import { ThreadPresence } from "../../../features/messages/store/thread-presence.ts";
import { aConversation, aMessage, LINE, PARTY } from "../../../features/messages/testing/messages.ts";
import { Availability } from "../../../features/queues/availability-store.ts";
import { OwnStatus } from "../../../features/settings/status/own-status.ts";
import { createPendingSettings } from "../../../features/settings/sync/pending-settings.ts";
import { SettingsSync } from "../../../features/settings/sync/settings-sync.ts";
import { TaskBoard } from "../../../features/tasks/store/task-board.ts";
import { aTask, taskDetails } from "../../../features/tasks/testing/tasks.ts";
import { UnreadStore } from "../../../features/unread/index.ts";
import type { CallOptions } from "../../../platform/api/api-client.ts";
import { EventLog } from "../../../platform/live/event-log.ts";
import { MemoryStore } from "../../../platform/storage/key-value-store.ts";
import { aPerson, aPhone } from "../../../testing/builders.ts";

interface Parts {
  readonly log: EventLog;
  readonly clock: FakeClock;
  readonly store: MemoryStore;
  /** Answers as the service was before anything happened; held back when the test says so. */
  readonly ask: <Reply>(reply: Reply) => (request?: unknown, options?: CallOptions) => Promise<Reply>;
}

interface Part {
  readonly load: () => Promise<unknown>;
  readonly told: PushEvent;
  readonly shown: () => unknown;
  readonly expected: unknown;
}

const never = (): Promise<never> => Promise.reject(new Error("Nobody asks for this"));
const unexpected = (failure: unknown): void => {
  throw failure;
};
const status = { id: 4, name: "On the road", emoji: "🚐", expires_at: null, isPersonal: true };

const PARTS: Readonly<Record<string, (parts: Parts) => Part>> = {
  calls: ({ ask, ...parts }) => {
    const client = { listCallRecords: ask([aCallRecord()]), markCallRecordsRead: never };
    const history = new CallHistory({ ...parts, client, userId: 1 });
    return {
      load: () =>
        history.shown(history.state.getState()).status === "ready" ? history.refresh() : history.open(),
      told: { type: "HISTORY", phone: "reception", cdr: aCallRecord({ id: "new", time: 9_999_999_999 }) },
      shown: () => history.shown(history.state.getState()).rows.map(({ id }) => id),
      expected: ["new", "cdr-1"],
    };
  },
  conversations: ({ ask, ...parts }) => {
    const page = ask({ conversations: [aConversation({ lid: 1 })], next: null });
    const lists = new ConversationLists({
      ...parts,
      api: { conversations: (_choice, _cursor, options) => page({}, options) },
      userId: 1,
      choice: { filter: "all", lines: [LINE] },
    });
    const conversation = aConversation({ lid: 2, id: "12125550199", time: 9_999_999_999_999 });
    return {
      load: () => (lists.shown(lists.state.getState()).status === "ready" ? lists.refresh() : lists.open()),
      told: { type: "MO", smsLine: LINE, conversation, message: aMessage({ id: "77" }) },
      shown: () => lists.shown(lists.state.getState()).rows.map(({ lid }) => lid),
      expected: [2, 1],
    };
  },
  tasks: ({ ask, log, clock }) => {
    const client = {
      listTasks: ask({ tasks: [aTask({ assigned_to: 1 })], next: null }),
      getTask: never,
      getTaskCounts: async () => ({ mine: 1, unassigned: 0, all: 1, overdue: 0 }),
    };
    const board = new TaskBoard({ client, log, clock, userId: 1 });
    const { preview: _, ...task } = aTask({ assigned_to: 9 });
    return {
      load: () => (board.shown(board.state.getState()).status === "ready" ? board.refresh() : board.open()),
      told: { type: "SMS_TASK", task, current: task, action: "assigned", by: 1, byName: "" } as never,
      shown: () => board.shown(board.state.getState()).rows.length,
      expected: 0,
    };
  },
  "a task that no list had": ({ ask, log, clock }) => {
    const client = {
      listTasks: ask({ tasks: [], next: null }),
      getTask: async (_request: unknown, options?: CallOptions) => {
        options?.onReply?.(1);
        return taskDetails(aTask({ assigned_to: 1 }));
      },
      getTaskCounts: async () => ({ mine: 1, unassigned: 0, all: 1, overdue: 0 }),
    };
    const board = new TaskBoard({ client, log, clock, userId: 1 });
    const { preview: _, ...task } = aTask({ assigned_to: 1 });
    return {
      load: () => (board.shown(board.state.getState()).status === "ready" ? board.refresh() : board.open()),
      told: { type: "SMS_TASK", task, current: task, action: "assigned", by: 1, byName: "" } as never,
      shown: () => board.shown(board.state.getState()).rows.length,
      expected: 1,
    };
  },
  drafts: ({ ask, ...parts }) => {
    const address = { sms_line: LINE, conversation: PARTY };
    const list = ask([{ ...address, msgdata: "old", time: 1 }]);
    const drafts = new Drafts({
      ...parts,
      api: { drafts: (options) => list({}, options), saveDraft: never },
      userId: 1,
      onFailed: unexpected,
    });
    const draft = { ...address, msgdata: "from the phone", time: 2 };
    return {
      load: () => drafts.load(),
      told: { type: "SMS_DRAFT", smsLine: LINE, id: PARTY, draft },
      shown: () => drafts.textOf(address),
      expected: "from the phone",
    };
  },
  "who looks at a thread": ({ ask, log, clock }) => {
    const list = ask([]);
    const presence = new ThreadPresence({
      api: { presence: (options) => list({}, options), tellPresence: never },
      log,
      clock,
      userId: 1,
    });
    const people = [{ user_id: 8, name: "Ines Duarte", state: "replying" as const }];
    return {
      load: () => presence.load(),
      told: { type: "SMS_PRESENCE", smsLine: LINE, conversation: PARTY, people, time: 2 },
      shown: () => [...presence.state.getState().values()],
      expected: [people],
    };
  },
  unread: ({ ask, clock, log }) => {
    const client = { getUnread: ask({ sms: 0, phn: 0, vox: 0, fax: 0 }), markRead: never };
    const unread = new UnreadStore(client, clock, log);
    return {
      // The counters are asked for when the clock says so.
      load: async () => unread.start(),
      told: { type: "UNREAD_UPDATE", sms: 3, phn: 0, vox: 0, fax: 0 },
      shown: () => unread.state.getState().sms,
      expected: 3,
    };
  },
  people: ({ ask, clock, log }) => {
    const people = new PeopleDirectory({
      client: { listPeople: ask([aPerson(2, "Dev Patel", { presence: 0 })]) },
      clock,
      log,
    });
    return {
      load: () => people.load(),
      told: { type: "PRESENCE_UPDATE", user_id: 2, presence: 1 } as never,
      shown: () => people.state.getState().byUserId.get(2)?.presence,
      expected: 1,
    };
  },
  availability: ({ ask, clock, log }) => {
    const client = {
      listMyQueues: ask([{ id: 301, name: "Scheduling", extension: "301", available: "0" as const }]),
      getHuntGroups: ask([]),
      loginToQueue: never,
      logoutOfQueue: never,
      updateHuntGroupAvailability: never,
    };
    const availability = new Availability({ client, clock, log, activeLine: () => "maya" });
    return {
      load: () => availability.load(),
      told: { type: "QUEUE_UPDATE", queue_id: 301, user_id: null, phone: "maya", available: "1" },
      shown: () => availability.state.getState().queues[0]?.available,
      expected: "1",
    };
  },
  "own status": ({ ask, log }) => {
    const client = {
      getStatus: ask(null),
      listStatuses: ask([]),
      createStatus: never,
      setStatus: async () => null as never,
      deleteStatus: never,
    };
    const own = new OwnStatus({ client, log, userId: 1 });
    return {
      load: () => own.loadSaved().then(() => own.adopt(null, 0)),
      told: { type: "STATUS_UPDATE", user_id: 1, action: "set_user_status", status } as never,
      shown: () => own.state.getState().active?.name,
      expected: "On the road",
    };
  },
  settings: ({ ask, log, clock, store }) => {
    const stored = { settings: "{}", type: "teleconsole", version: 1 } as const;
    const profile = ask(stored);
    const client = { getUserSettings: ask(stored), updateUserSettings: never };
    const pending = createPendingSettings(store, 1);
    const sync = new SettingsSync(stored, { client, log, clock, pending, onRefused: unexpected });
    return {
      load: () => log.ask((options) => profile({}, options)).then(({ reply, at }) => sync.adopt(reply, at)),
      told: { type: "SETTINGS_UPDATE", settings: '{"theme":"dark"}', version: 2 },
      shown: () => sync.settings.theme,
      expected: "dark",
    };
  },
  "live calls": ({ ask, log }) => {
    let shown: readonly string[] = [];
    const lists = new LiveCallLists({
      client: { listLiveCalls: ask([aRow({ callid: "old", phone: "maya" })]) },
      log,
      lines: () => ["maya"],
      onListed: (_line, calls) => {
        shown = calls.map(({ callid }) => callid);
      },
    });
    return {
      load: () => lists.refresh(),
      told: { type: "LIVE_CALLS", phone: "maya", calls: [aRow({ callid: "new", phone: "maya" })] },
      shown: () => shown,
      expected: ["new"],
    };
  },
  "saved statuses": ({ ask, log }) => {
    const lunch = {
      id: 1,
      name: "Lunch",
      emoji: "🥪",
      default_duration: "1_hour",
      shared: "1",
    } as const;
    const client = {
      getStatus: ask(null),
      listStatuses: ask([lunch, { ...lunch, id: 7, shared: "0" as const, name: "Deep work" }]),
      createStatus: never,
      setStatus: never,
      deleteStatus: never,
    };
    const own = new OwnStatus({ client, log, userId: 1 });
    const added = { ...lunch, id: 9, shared: "0" as const, name: "On the road", expires_at: null };
    return {
      load: () => own.loadSaved(),
      told: { type: "STATUS_UPDATE", user_id: 1, action: "set_user_status", status: added } as never,
      shown: () => own.state.getState().saved.map(({ name }) => name),
      expected: ["Lunch", "Deep work", "On the road"],
    };
  },
  "phone line": ({ ask, log }) => {
    const client = { getPhones: never, getPhone: ask(aPhone()), updatePhone: never, setForwarding: never };
    const line = new PhoneLine({ client, log, activeLine: () => aPhone().name });
    return {
      load: () => line.load(),
      told: { type: "CHANGE", phone: aPhone().name, forwarding: "103" },
      shown: () => line.state.getState().phone?.forwarding,
      expected: "103",
    };
  },
};

async function settled(): Promise<void> {
  for (let turn = 0; turn < 50; turn += 1) await Promise.resolve();
}

test.each(Object.entries(PARTS))(
  "[LIV1] %s: what is told stays when an older answer comes",
  async (_name, create) => {
    const held: (() => void)[] = [];
    let isHeld = false;
    const log = new EventLog((failure) => {
      throw failure;
    });
    const part = create({
      log,
      clock: new FakeClock(),
      store: new MemoryStore(),
      ask: (reply) => async (_request, options) => {
        if (isHeld) await new Promise<void>((resolve) => held.push(resolve));
        options?.onReply?.(0);
        return reply;
      },
    });
    await part.load();
    await settled();
    expect(part.shown()).not.toEqual(part.expected);
    isHeld = true;
    const loaded = part.load();
    await settled();
    log.add(1, part.told);
    await settled();
    expect(part.shown()).toEqual(part.expected);
    isHeld = false;
    expect(held.length).toBeGreaterThan(0);
    for (const release of held) release();
    await loaded;
    await settled();
    expect(part.shown()).toEqual(part.expected);
  },
);
