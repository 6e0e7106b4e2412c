import type { AcdServerFrame, HuntGroup, LiveCall } from "@offhook/contract";
import { FakeClock } from "@offhook/testkit";
import { expect, test } from "vitest";
import type { PushSocketListener } from "../../../platform/push/push-client.ts";
import { enabledHuntGroups, listedCalls } from "../wallboard/listed-calls.ts";
import { CompanyCalls } from "./company-calls.ts";

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
  const sockets: { listener: PushSocketListener; sent: unknown[]; isClosed: boolean }[] = [];
  let renewals = 0;
  const calls = new CompanyCalls({
    clock,
    random: () => 1,
    token: () => "token",
    renew: async () => {
      renewals += 1;
    },
    openSocket: (_path, listener) => {
      const socket = { listener, sent: [] as unknown[], isClosed: false };
      sockets.push(socket);
      return {
        send: (text) => socket.sent.push(JSON.parse(text)),
        close: () => {
          socket.isClosed = true;
        },
      };
    },
  });
  calls.start();
  const tell = (frame: AcdServerFrame): void => sockets.at(-1)?.listener.received(JSON.stringify(frame));
  const tellCalls = (...all: readonly LiveCall[]): void => tell({ type: "calls", data: { calls: [...all] } });
  return { calls, clock, sockets, tell, tellCalls, renewals: () => renewals };
}

const settle = async (): Promise<void> => {
  for (let turn = 0; turn < 10; turn += 1) await Promise.resolve();
};

test("[WB9] the feed is logged in to, subscribed and followed", () => {
  const { calls, sockets, tell, tellCalls } = aFeed();
  sockets[0]?.listener.opened();
  tell({ type: "login", data: { customer_id: 1 } });
  expect(sockets[0]?.sent).toEqual([
    { action: "login", token: "token" },
    { action: "subscribe", to: ["calls"] },
  ]);
  tellCalls(aCall());
  expect(calls.state.getState()).toHaveLength(1);
  tellCalls();
  expect(calls.state.getState()).toEqual([]);
});

test("[WB9] a lost feed shows no old calls, renews the token and connects again", async () => {
  const { calls, clock, sockets, tellCalls, renewals } = aFeed();
  sockets[0]?.listener.opened();
  tellCalls(aCall());
  sockets[0]?.listener.closed(4401);
  expect(calls.state.getState()).toEqual([]);
  clock.advance(1_000);
  await settle();
  expect(renewals()).toBe(1);
  expect(sockets).toHaveLength(2);
});

test("[WB9] a feed that says nothing any more is replaced, and a page that is left asks for nothing", async () => {
  const { calls, clock, sockets, tellCalls } = aFeed();
  sockets[0]?.listener.opened();
  tellCalls(aCall());
  clock.advance(20_000);
  expect(sockets[0]?.sent.at(-1)).toEqual({ action: "ping" });
  clock.advance(10_000);
  expect(sockets[0]?.isClosed).toBe(true);
  clock.advance(1_000);
  await settle();
  expect(sockets).toHaveLength(2);
  calls.stop();
  clock.advance(600_000);
  await settle();
  expect(sockets).toHaveLength(2);
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
