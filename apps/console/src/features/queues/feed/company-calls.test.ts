import type { AcdServerFrame, HuntGroup, LiveCall } from "@offhook/contract";
import { FakeClock } from "@offhook/testkit";
import { expect, test } from "vitest";
import { enabledHuntGroups, listedCalls } from "../wallboard/listed-calls.ts";
import { CompanyCalls } from "./company-calls.ts";
import type { FeedLogin } from "./feed-orders.ts";
import type { FeedListener } from "./open-feed.ts";

const aCall = (change: Partial<LiveCall> = {}): LiveCall =>
  ({
    callid: "one",
    status: "ringing",
    phone: null,
    snumber: "12125550177",
    callername: "June Park",
    via: { kind: "huntgroup", name: "Reception" },
    started_at: 100,
    answered_at: null,
    ...change,
  }) as LiveCall;

function aFeed() {
  const clock = new FakeClock();
  const feeds: { login: FeedLogin; listener: FeedListener; sent: unknown[]; isClosed: boolean }[] = [];
  let renewals = 0;
  const calls = new CompanyCalls({
    clock,
    random: () => 1,
    login: () => ({ token: "token", customerId: 1 }),
    renew: async () => {
      renewals += 1;
    },
    openFeed: (login, listener) => {
      const feed = { login, listener, sent: [] as unknown[], isClosed: false };
      feeds.push(feed);
      return {
        send: (frame) => feed.sent.push(frame),
        close: () => {
          feed.isClosed = true;
        },
      };
    },
  });
  calls.start();
  const tell = (frame: AcdServerFrame): void => feeds.at(-1)?.listener.received(frame);
  const tellCalls = (...all: readonly LiveCall[]): void => tell({ type: "calls", data: { calls: [...all] } });
  return { calls, clock, feeds, tell, tellCalls, renewals: () => renewals };
}

const settle = async (): Promise<void> => {
  for (let turn = 0; turn < 10; turn += 1) await Promise.resolve();
};

test("[WB9] the feed is logged in to, subscribed and followed", () => {
  const { calls, feeds, tell, tellCalls } = aFeed();
  tell({ type: "login", data: { customer_id: 1 } });
  expect(feeds[0]?.login).toEqual({ token: "token", customerId: 1 });
  expect(feeds[0]?.sent).toEqual([{ action: "subscribe", to: ["calls"] }]);
  tellCalls(aCall());
  expect(calls.state.getState()).toHaveLength(1);
  tellCalls();
  expect(calls.state.getState()).toEqual([]);
});

test("[WB9] a lost feed shows no old calls, renews the token and connects again", async () => {
  const { calls, clock, feeds, tellCalls, renewals } = aFeed();
  tellCalls(aCall());
  feeds[0]?.listener.closed();
  expect(calls.state.getState()).toEqual([]);
  clock.advance(1_000);
  await settle();
  expect(renewals()).toBe(1);
  expect(feeds).toHaveLength(2);
});

test("[WB9] a feed that says nothing any more is replaced, and a page that is left asks for nothing", async () => {
  const { calls, clock, feeds, tellCalls } = aFeed();
  tellCalls(aCall());
  clock.advance(20_000);
  expect(feeds[0]?.sent.at(-1)).toEqual({ action: "ping" });
  clock.advance(10_000);
  expect(feeds[0]?.isClosed).toBe(true);
  clock.advance(1_000);
  await settle();
  expect(feeds).toHaveLength(2);
  calls.stop();
  clock.advance(600_000);
  await settle();
  expect(feeds).toHaveLength(2);
});

test("[WB9] a page that is left while the token is renewed does not connect again", async () => {
  const { calls, clock, feeds } = aFeed();
  feeds[0]?.listener.closed();
  clock.advance(1_000);
  calls.stop();
  await settle();
  expect(feeds).toHaveLength(1);
});

test("[WB9] the list has calls of queues and of enabled hunt groups, each once", () => {
  const line = { id: 1, dnumber: "reception", level: 1, name: "Maya Okafor" };
  const groups: HuntGroup[] = [
    { id: 1, name: "Reception", extension: null, lines: [{ ...line, available: "1", owned: true }] },
    { id: 2, name: "Nights", extension: null, lines: [{ ...line, available: "0", owned: true }] },
    { id: 3, name: "Others", extension: null, lines: [{ ...line, available: "1", owned: false }] },
  ];
  const enabled = enabledHuntGroups(groups);
  expect([...enabled]).toEqual(["Reception"]);
  const listed = listedCalls(
    [
      aCall({ phone: "reception", callername: "" }),
      aCall(),
      aCall({ callid: "two", via: { kind: "huntgroup", name: "Nights" } }),
      aCall({ callid: "three", via: null }),
      aCall({
        ...{ callid: "four", via: { kind: "queue", name: "Scheduling" }, started_at: 50 },
        ...{ status: "answer", answered_at: 60 },
      }),
      // Whom the queue has answered talks since an agent did.
      aCall({
        ...{ callid: "four", via: { kind: "queue", name: "Scheduling" }, started_at: 50 },
        ...{ phone: "dev", status: "answer", answered_at: 90 },
      }),
    ],
    enabled,
  );
  expect(
    listed.map(({ callid, name, via, isAnswered, since }) => [callid, name, via, isAnswered, since]),
  ).toEqual([
    ["four", "June Park", "Scheduling", true, 90],
    ["one", "June Park", "Reception", false, 100],
  ]);
});
