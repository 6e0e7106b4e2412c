import type { AdminAlertEntry, PushEvent } from "@offhook/contract";
import { FakeClock } from "@offhook/testkit";
import { expect, test } from "vitest";
import { AlertStore } from "../../../features/alerts/alert-store.ts";
import { BlockedNumbers, PhoneLine } from "../../../features/lines/index.ts";
import { UnreadStore } from "../../../features/unread/index.ts";
import type { CallOptions } from "../../../platform/api/api-client.ts";
import { EventLog } from "../../../platform/live/event-log.ts";
import { aPhone } from "../../../testing/builders.ts";

/** What the service answers, and the number of the last event that is in it. */
type Reply = <Result>(
  result: Result,
  eventNumber: number,
) => (request?: unknown, options?: CallOptions) => Promise<Result>;

interface Change {
  readonly load: () => Promise<unknown>;
  readonly save: () => Promise<unknown>;
  /** Happened before the change, and is told after the change was answered. */
  readonly older: PushEvent;
  readonly own: PushEvent;
  readonly shown: () => unknown;
  readonly expected: unknown;
}

const [BEFORE, OLDER, OWN] = [0, 1, 2];
const never = (): Promise<never> => Promise.reject(new Error("Nobody asks for this"));
const reply: Reply = (result, eventNumber) => async (_request, options) => {
  options?.onReply?.(eventNumber);
  return result;
};
const line = aPhone().name;

const CHANGES: Readonly<Record<string, (log: EventLog) => Change>> = {
  "the forwarding of a line": (log) => {
    const client = {
      getPhones: never,
      getPhone: reply(aPhone(), BEFORE),
      updatePhone: never,
      setForwarding: reply(aPhone({ forwarding: "103" }), OWN),
    };
    const phone = new PhoneLine({ client, log, activeLine: () => line });
    return {
      load: () => phone.load(),
      save: () => phone.setForwarding("103"),
      older: { type: "CHANGE", phone: line, forwarding: "102" },
      own: { type: "CHANGE", phone: line, forwarding: "103" },
      shown: () => phone.state.getState().phone?.forwarding,
      expected: "103",
    };
  },
  "a blocked number": (log) => {
    const blocked = (...numbers: string[]) => [
      {
        phone: line,
        blacklist: numbers.map((caller_number, id) => ({
          id,
          dtype: "hangup" as const,
          number: "",
          caller_number,
        })),
      },
    ];
    const all = blocked("12125550111", "12125550199");
    const numbers = new BlockedNumbers(
      {
        listBlockedCallers: (request, options) =>
          reply(log.last < OWN ? blocked("12125550111") : all, log.last)(request, options),
        blockCallers: reply(all, OWN),
        unblockCaller: never,
      },
      log,
    );
    return {
      load: () => numbers.load(),
      save: () => numbers.block("12125550199"),
      older: { type: "BLOCKED_CALLERS", phone: line },
      own: { type: "BLOCKED_CALLERS", phone: line },
      shown: () => numbers.state.getState().numbers.has("12125550199"),
      expected: true,
    };
  },
  "everything marked as read": (log) => {
    const counters = { sms: 0, phn: 0, vox: 0, fax: 0 };
    const client = {
      getUnread: reply({ ...counters, sms: 4 }, BEFORE),
      markRead: reply(counters, OWN),
    };
    const unread = new UnreadStore(client, new FakeClock(), log);
    return {
      load: () => unread.refresh(),
      save: () => unread.markAllRead(),
      older: { type: "UNREAD_UPDATE", ...counters, sms: 5 },
      own: { type: "UNREAD_UPDATE", ...counters },
      shown: () => unread.state.getState().sms,
      expected: 0,
    };
  },
  "an alert that was put aside": (log) => {
    const open: AdminAlertEntry = {
      id: 7,
      kind: "setup",
      subject: "carrier",
      title: "A carrier cannot be reached",
      text: "",
      count: 1,
      first_at: "2030-01-07T09:00:00.000Z",
      last_at: "2030-01-07T09:00:00.000Z",
      dismissed_at: null,
      dismissed_by: "",
    };
    const dismissed = { ...open, dismissed_at: "2030-01-07T09:05:00.000Z", dismissed_by: "Maya Okafor" };
    const client = {
      listAdminAlerts: reply({ alerts: [open] }, BEFORE),
      dismissAdminAlert: reply(dismissed, OWN),
      listToldAlerts: never,
      dismissToldAlert: never,
      releaseLine: never,
    };
    const alerts = new AlertStore({ client, log, isAdministrator: () => true });
    return {
      load: () => alerts.load(),
      save: () => alerts.dismiss(open.id),
      older: { type: "ADMIN_ALERT", alert: { ...open, count: 2 } },
      own: { type: "ADMIN_ALERT", alert: dismissed },
      shown: () => alerts.state.getState().alerts[0]?.dismissed_by,
      expected: "Maya Okafor",
    };
  },
};

async function settled(): Promise<void> {
  for (let turn = 0; turn < 50; turn += 1) await Promise.resolve();
}

test.each(Object.entries(CHANGES))(
  "[LIV4] %s stays while older news come after the answer",
  async (_name, create) => {
    const log = new EventLog((failure) => {
      throw failure;
    });
    const { load, save, older, own, shown, expected } = create(log);
    await load();
    expect(shown()).not.toEqual(expected);
    await save();
    expect(shown()).toEqual(expected);
    log.add(OLDER, older);
    await settled();
    expect(shown()).toEqual(expected);
    log.add(OWN, own);
    expect(shown()).toEqual(expected);
    await settled();
    expect(shown()).toEqual(expected);
  },
);
