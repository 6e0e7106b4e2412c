import { randomUUID } from "node:crypto";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { type PushEventType, pushEvents } from "@offhook/contract";
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from "vitest";
import { demoPerson, HARBORLIGHT } from "./demo/demo-people.ts";
import { PhoneWorld } from "./pbx/testing/phone-world.ts";
import { PushClient } from "./push/testing/push-client.ts";
import { LiveTab, type NumberedEvent } from "./testing/live-tab.ts";
import * as views from "./testing/live-views.ts";

// What the console makes of an event is what the server would have answered: the state before, with the events of a
// change applied by the console's own rules, is the state after. A case for each type, on the real server.

const WAIT = { timeout: 20_000, interval: 50 };
const SOON_S = 86_400;

let world: PhoneWorld;
let maya: LiveTab;
let dev: LiveTab;
/** The first conversation of Maya, and another one. */
let texts: readonly { readonly sms_line: string; readonly conversation: string }[];

beforeAll(async () => {
  world = await PhoneWorld.start({ devices: ["maya", "dev"] });
  maya = await LiveTab.open(world.server, demoPerson("maya").id, HARBORLIGHT.id);
  dev = await LiveTab.open(world.server, demoPerson("dev").id, HARBORLIGHT.id);
  const { conversations } = await maya.client.listSmsConversations({ query: {} });
  views.SMS_LINES.push(...new Set(conversations.map(({ smsLine }) => smsLine)));
  texts = conversations.map(({ smsLine, id }) => ({ sms_line: smsLine, conversation: id }));
});
afterAll(() => world.close());
afterEach(() => world.stopPhones());

interface Shown {
  readonly view: views.OpenView;
  readonly prepare?: () => Promise<unknown>;
  readonly change: () => Promise<unknown>;
  /** The event does not tell enough, and the console asks the service again. */
  readonly asksAgain?: true;
  /** The list looks as before. */
  readonly isQuiet?: true;
}

/** Nobody keeps it in step: whoever shows it asks for it again, and gets another answer. */
interface AskedFor {
  readonly reads: () => Promise<unknown>;
  readonly change: () => Promise<unknown>;
}

/** Something to be told once, which no state holds. */
type Notice = { readonly tells: () => Promise<unknown> };

/** Written by the same code and taken by the same rule as another type of this table; this test causes it. */
interface Elsewhere {
  readonly like: PushEventType;
  readonly causedIn: string;
}

const text = (at = 0) => texts[at] ?? { sms_line: "", conversation: "" };
const sms = (words: string, at = 0) => ({
  sms_line: text(at).sms_line,
  receiver: text(at).conversation,
  msgdata: words,
  mId: randomUUID(),
});

async function lastCall(filter: "all" | "missed" = "all") {
  const [first] = await maya.client.listCallRecords({ query: { filter, limit: 1 } });
  if (!first) throw new Error("The demo has no calls");
  return first;
}

/** One of the two calls the other, who answers or lets it ring. */
async function call(from: "maya" | "dev", isAnswered: boolean): Promise<void> {
  const [caller, callee] = [await world.phone("maya", 440), await world.phone("dev", 1_000)];
  const [calling, called, extension] = from === "maya" ? [caller, callee, "102"] : [callee, caller, "101"];
  const outgoing = await calling.dial(extension);
  const incoming = await called.rings();
  if (isAnswered) {
    incoming.answer();
    await outgoing.talks();
  }
  outgoing.hangUp();
  await incoming.hasEnded();
  await world.isAtRest();
  await world.stopPhones();
}

function task(source: "sms" | "call" | "own", sourceId: string, line?: string) {
  const body = { uuid: randomUUID(), source, source_id: sourceId, note: "Call back" };
  return maya.client.createTask({ body: line === undefined ? body : { ...body, sms_line: line } });
}

let made: { readonly id: number };
const editTask = () => maya.client.updateTask({ body: { task_id: made.id, note: "Call back at noon" } });
const ownTask = async () => {
  const uuid = randomUUID();
  made = await maya.client.createTask({
    body: { uuid, source: "own", source_id: uuid, note: "Order gloves" },
  });
};

let scheduledId = 0;
const schedule = async () => {
  const scheduled_at = Date.now() + SOON_S * 1_000;
  await maya.client.scheduleSms({ body: { ...sms("Later", 8), scheduled_at } });
  const { sms_line, conversation } = text(8);
  const page = await maya.client.getSmsPage({ query: { sms_line, conversation } });
  scheduledId = Number(page.scheduled.at(-1)?.scheduledId ?? 0);
};

const SENDING = "features/messages/sending/sending.test.ts";
const VOICEMAILS = "features/voicemails/voicemails.test.ts";
const TASKS = "features/tasks/sources/other-sources.test.ts";

/** Adding an event type without a case here does not compile. */
const CASES: Readonly<Record<PushEventType, Shown | AskedFor | Notice | Elsewhere>> = {
  SESSIONS_CHANGED: {
    reads: async () => (await maya.client.listSessions()).length,
    change: () => world.server.signIn(maya.userId),
  },
  TFA_CHANGED: {
    like: "SESSIONS_CHANGED",
    causedIn: "features/session/two-factor/tfa-settings-service.test.ts",
  },
  EMAIL_CHANGED: { like: "SESSIONS_CHANGED", causedIn: "features/session/email/email-changes.test.ts" },
  SETTINGS_UPDATE: {
    reads: async () => (await maya.client.getUserSettings({ query: {} })).settings,
    change: () => maya.client.updateUserSettings({ body: { settings: '{"theme":"dark"}' } }),
  },
  PROFILE_UPDATE: {
    view: views.people,
    change: () => dev.client.updateMyProfile({ body: { lastname: "Patel-Moor", teamsNickname: "Devi" } }),
  },
  STATUS_UPDATE: {
    view: views.statuses,
    change: () =>
      maya.client.createStatus({
        body: { uuid: randomUUID(), status: { name: "At lunch", emoji: "🥪" } },
      }),
  },
  DID_UPDATE: {
    reads: async () => {
      const colleagues = await maya.client.listPeople({ query: { type: "corporate" } });
      return colleagues.map(({ title }) => title);
    },
    change: () =>
      world.change((query) =>
        query.updateTable("users").set({ title: "Director" }).where("id", "=", dev.userId).execute(),
      ),
  },
  DND: {
    view: views.phoneLine,
    change: () => maya.client.updatePhone({ body: { phone: "maya", dnd: "1" } }),
  },
  CHANGE: {
    view: views.phoneLine,
    change: () => maya.client.setForwarding({ body: { phone: "maya", number: "12125550199" } }),
  },
  PHONE_UPDATE: {
    view: views.phoneLine,
    prepare: () => maya.client.setForwarding({ body: { phone: "maya", number: "" } }),
    change: () => maya.client.updatePhone({ body: { phone: "maya", totalmaximum: 7, dnd: "0" } }),
  },
  HISTORY: {
    view: views.callHistory,
    change: () => call("maya", true),
  },
  HISTORY_RETURNED: {
    view: views.callHistory,
    prepare: () => call("dev", false),
    change: () => call("maya", true),
  },
  HISTORY_NOTE: {
    view: views.callHistory,
    change: async () =>
      maya.client.setCallNote({ body: { callid: (await lastCall()).callid, note: "Was friendly" } }),
  },
  LIVE_CALLS: {
    reads: () => maya.client.listLiveCalls(),
    change: async () => {
      const phone = await world.phone("maya", 440);
      await world.phone("dev", 1_000);
      await phone.dial("102");
      await vi.waitFor(async () => expect(await maya.client.listLiveCalls()).not.toEqual([]), WAIT);
    },
  },
  HISTORY_READ: {
    view: views.callHistory,
    prepare: () => call("dev", false),
    change: () => maya.client.markCallRecordsRead({ body: {} }),
  },
  BLOCKED_CALLERS: {
    view: views.blockedNumbers,
    change: () => maya.client.blockCallers({ body: { numbers: ["12125550177"] } }),
    asksAgain: true,
  },
  RECORDING_NEW: { like: "HISTORY_NOTE", causedIn: "pbx/journeys/call-control.test.ts" },
  VOICEMAIL_NEW: { like: "BLOCKED_CALLERS", causedIn: "pbx/mailboxes/stored-mailboxes.test.ts" },
  VOICEMAIL_CHANGED: { like: "SMS_READ", causedIn: VOICEMAILS },
  VOICEMAIL_DELETED: { like: "SMS_DELETED", causedIn: VOICEMAILS },
  QUEUE_UPDATE: { like: "HUNTGROUP_UPDATE", causedIn: "features/queues/queue-service.test.ts" },
  HUNTGROUP_UPDATE: {
    view: views.availability,
    change: async () => {
      const line = (await maya.client.getHuntGroups()).flatMap(({ lines }) => lines)[0];
      const available = line?.available === "1" ? "0" : "1";
      await maya.client.updateHuntGroupAvailability({ body: { hid: line?.id ?? 0, available } });
    },
  },
  MO: { like: "MT", causedIn: SENDING },
  MT: { view: views.conversations, change: () => maya.client.sendSms({ body: sms("On our way", 2) }) },
  sent: { like: "MT", causedIn: SENDING },
  DLR: { like: "MT", causedIn: SENDING },
  DSR: { like: "MT", causedIn: SENDING },
  SMS_COMMENT: {
    view: views.conversations,
    change: () => maya.client.addSmsComment({ body: { ...text(3), text: "Known here", mId: randomUUID() } }),
    isQuiet: true,
  },
  SMS_SCHEDULED: { view: views.conversations, change: schedule, isQuiet: true },
  SMS_UNSCHEDULED: {
    view: views.conversations,
    prepare: schedule,
    change: () => maya.client.cancelScheduledSms({ query: { scheduledId } }),
    isQuiet: true,
  },
  SMS_CONVERSATION: {
    view: views.conversations,
    change: () =>
      maya.client.addToSmsBlacklist({
        body: { sms_line: text(4).sms_line, recipient: text(4).conversation, reason: "Spam" },
      }),
  },
  SMS_READ: {
    view: views.conversations,
    prepare: () => maya.client.markRead({ body: { type: "sms" } }),
    change: async () => {
      const { sms_line: line, conversation } = text(0);
      await maya.client.markUnread({ body: { type: "sms", line, conversation } });
    },
  },
  SMS_DELETED: {
    view: views.conversations,
    change: () => maya.client.deleteSmsConversation({ query: text(5) }),
  },
  SMS_RESTORED: {
    view: views.conversations,
    prepare: () => maya.client.deleteSmsConversation({ query: text(6) }),
    change: () => maya.client.restoreSmsConversation({ body: text(6) }),
  },
  SMS_PRESENCE: {
    reads: () => maya.client.listSmsPresence(),
    change: () => maya.client.updateSmsPresence({ body: { ...text(0), state: "viewing" } }),
  },
  SMS_MENTION: {
    tells: async () => {
      const { conversations } = await dev.client.listSmsConversations({ query: {} });
      const shared = conversations.find(({ smsLine }) => views.SMS_LINES.includes(smsLine));
      const address = { sms_line: shared?.smsLine ?? "", conversation: shared?.id ?? "" };
      const body = { ...address, text: "@Maya look", mentions: [maya.userId], mId: randomUUID() };
      await dev.client.addSmsComment({ body });
    },
  },
  SMS_DRAFT: {
    reads: () => maya.client.listSmsDrafts({ query: {} }),
    change: () => maya.client.saveSmsDraft({ body: { ...text(0), msgdata: "Half a sen" } }),
  },
  SMS_TEMPLATES: {
    reads: () => maya.client.listSmsTemplates(),
    change: () => maya.client.addSmsTemplate({ body: { title: "Late", description: "We are late." } }),
  },
  UNREAD_UPDATE: {
    view: views.unread,
    prepare: () => call("dev", false),
    change: () => maya.client.markRead({ body: { type: "all" } }),
  },
  CONTACT_UPDATE: {
    reads: async () => (await maya.client.syncContacts({ query: {} })).contacts.length,
    change: () =>
      maya.client.saveContact({ body: { uuid: randomUUID(), fname: "Nora", work: "12025550987" } }),
  },
  SPEEDDIAL_UPDATE: {
    reads: async () => (await maya.client.syncContacts({ query: {} })).speeddial,
    change: async () => {
      const id = `-${dev.userId}`;
      const { speeddial } = await maya.client.syncContacts({ query: {} });
      await maya.client.setSpeedDial({ body: { id, speeddial: speeddial?.includes(id) ? "0" : "1" } });
    },
  },
  CONTACT_IMPORT: { like: "CONTACT_UPDATE", causedIn: "features/contacts/files/contact-import.test.ts" },
  PRESENCE_UPDATE: {
    view: views.people,
    change: async () => {
      const client = new PushClient();
      const origin = await world.webSocketOrigin();
      await client.connect(origin, await world.server.signIn(dev.userId));
      await vi.waitFor(async () => {
        const people = await maya.client.listPeople({ query: { type: "corporate" } });
        const found = people.find(({ id }) => id === `-${dev.userId}`);
        expect(found).toMatchObject({ presence: 1 });
      }, WAIT);
    },
  },
  SMS_TASK: {
    view: views.tasks,
    prepare: async () => {
      made = await task("sms", text(0).conversation, text(0).sms_line);
    },
    change: editTask,
  },
  CALL_TASK: {
    view: views.tasks,
    prepare: async () => {
      made = await task("call", (await lastCall("missed")).id);
    },
    change: editTask,
  },
  OWN_TASK: { view: views.tasks, prepare: ownTask, change: editTask },
  VOICEMAIL_TASK: { like: "SMS_TASK", causedIn: TASKS },
  FAX_TASK: { like: "SMS_TASK", causedIn: TASKS },
  CHAT_TASK: { like: "SMS_TASK", causedIn: "features/tasks/sources/chat-source.test.ts" },
  TASK_NOTICE: {
    tells: async () => {
      const uuid = randomUUID();
      const body = { uuid, source: "own" as const, source_id: uuid, assigned_to: maya.userId };
      await dev.client.createTask({ body });
    },
  },
  ADMIN_ALERT: {
    view: views.alerts,
    change: async () => {
      const subject = "12125550100";
      const told = { title: "Somebody guesses", text: "Look at it." };
      world.server.app.alerts.raise({ customerId: HARBORLIGHT.id, kind: "pinGuessing", subject, ...told });
      await vi.waitFor(async () => {
        const { alerts } = await maya.client.listAdminAlerts();
        expect(alerts.some((alert) => alert.subject === subject)).toBe(true);
      }, WAIT);
    },
  },
};

/** The events of a change, once the one it is about is among them. */
async function heard(type: PushEventType): Promise<NumberedEvent[]> {
  const events: NumberedEvent[] = [];
  await vi.waitFor(async () => {
    events.push(...(await maya.next()));
    expect(events.map(({ event }) => event.type)).toContain(type);
  }, WAIT);
  return events;
}

async function holds(
  type: PushEventType,
  { view, prepare, change, asksAgain, isQuiet }: Shown,
): Promise<void> {
  await prepare?.();
  await maya.skip();
  const shown = view(maya);
  await shown.load();
  const before = shown.now();
  await change();
  const reads = maya.reads.length;
  maya.tell(await heard(type));
  await maya.isAnswered();
  if (!asksAgain) expect(maya.reads.slice(reads), "the event was enough").toEqual([]);
  const fresh = view(maya);
  await fresh.load();
  // The answer may hold what was told while it was asked for, so the other hears of it too.
  maya.tell(await maya.next());
  await maya.isAnswered();
  expect(shown.now()).toEqual(fresh.now());
  if (!isQuiet) expect(shown.now()).not.toEqual(before);
}

describe("[PUSH12] the state before and the event are the state after", () => {
  test.each(Object.keys(pushEvents) as PushEventType[])("%s", async (type) => {
    const found = CASES[type];
    if ("view" in found) return holds(type, found);
    if ("causedIn" in found) {
      expect(existsSync(join(import.meta.dirname, found.causedIn))).toBe(true);
      return expect(CASES[found.like]).not.toHaveProperty("causedIn");
    }
    await maya.skip();
    if ("tells" in found) {
      await found.tells();
      await heard(type);
      return;
    }
    const before = await found.reads();
    await found.change();
    await heard(type);
    expect(await found.reads()).not.toEqual(before);
  });
});
