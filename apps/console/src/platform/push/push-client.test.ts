import { PUSH_CLOSE } from "@offhook/contract";
import { FakeClock } from "@offhook/testkit";
import fc from "fast-check";
import { expect, test } from "vitest";
import { FakePushService } from "../../testing/fake-push-service.ts";
import { MemoryStore } from "../storage/key-value-store.ts";
import { PushClient } from "./push-client.ts";
import { createPushCursor } from "./push-login.ts";
import { pushNotice } from "./push-notices.ts";
import { retryWaitMs } from "./push-state.ts";

async function settle(): Promise<void> {
  for (let turn = 0; turn < 10; turn += 1) await Promise.resolve();
}

function setUp(service = new FakePushService(), store = new MemoryStore()) {
  const clock = new FakeClock();
  const heard: unknown[] = [];
  const notices: string[] = [];
  const failures: unknown[] = [];
  const browser = { isOnline: true, tokens: [] as boolean[], tokenFails: false };
  const client = new PushClient({
    clock,
    random: () => 0.5,
    openSocket: service.openSocket,
    token: async (renew) => {
      browser.tokens.push(renew);
      if (browser.tokenFails) throw new Error("no key");
      return "key";
    },
    cursor: createPushCursor(store, () => 1),
    isOnline: () => browser.isOnline,
    onHandlerFailed: (failure) => failures.push(failure),
  });
  client.on("DID_UPDATE", (event) => heard.push(Reflect.get(event, "id")));
  client.listen("state", ({ before, now }) => {
    const notice = pushNotice(before, now);
    if (notice) notices.push(notice.text);
  });
  const connect = async (): Promise<void> => {
    await settle();
    service.current?.deliver();
  };
  return { clock, client, service, store, heard, notices, failures, browser, connect };
}

test("it says hello with its key and hears what is published", async () => {
  const { client, service, heard, connect } = setUp();
  client.start();
  await connect();
  expect(service.current?.received).toEqual([{ type: "hello", token: "key" }]);
  expect(client.state.name).toBe("connected");
  service.publish("DID_UPDATE");
  service.publish("OTHER");
  service.publish("DID_UPDATE");
  service.current?.deliver();
  expect(heard).toEqual([1, 3]);
});

test("after a cut it asks for what came since, from the same place also in a new page", async () => {
  const { client, service, store, heard, clock, connect } = setUp();
  client.start();
  await connect();
  service.publish("DID_UPDATE");
  service.current?.deliver();
  service.current?.close();
  service.publish("DID_UPDATE");
  clock.advance(20_000);
  await connect();
  expect(service.current?.received).toEqual([{ type: "hello", token: "key", lastEventId: 1 }]);
  expect(heard).toEqual([1, 2]);

  client.stop();
  service.publish("DID_UPDATE");
  const reloaded = setUp(service, store);
  reloaded.client.start();
  await reloaded.connect();
  expect(reloaded.heard).toEqual([3]);
});

type Bench = ReturnType<typeof setUp>;
type Step = readonly [description: string, act: (bench: Bench) => void];

const step: fc.Arbitrary<Step> = fc.oneof(
  fc
    .tuple(fc.integer({ min: 1, max: 5 }), fc.integer({ min: 1, max: 4 }))
    .map(([count, gap]): Step => [`publish ${count}`, ({ service }) => publishMany(service, count, gap)]),
  fc.nat(6).map((count): Step => [`deliver ${count}`, ({ service }) => service.current?.deliver(count)]),
  fc
    .constantFrom(1006, 1012, 1000, 4400, 4401, 4408)
    .map((code): Step => [`cut ${code}`, ({ service }) => service.current?.close(code)]),
  fc.nat(70_000).map((ms): Step => [`wait ${ms}`, ({ clock }) => clock.advance(ms)]),
  fc.constant<Step>(["wake", ({ client }) => client.wake()]),
  fc.constant<Step>(["reconnect", ({ client }) => client.reconnect()]),
);

function publishMany(service: FakePushService, count: number, gap: number): void {
  for (let n = 0; n < count; n += 1) service.publish("DID_UPDATE", gap);
}

test("whatever happens to the connection, no event is lost or heard twice", async () => {
  const run = async (steps: readonly Step[]): Promise<void> => {
    const bench = setUp();
    const { client, service, heard, connect } = bench;
    client.start();
    await connect();
    for (const [, act] of steps) {
      act(bench);
      await settle();
    }
    for (let turn = 0; turn < 5; turn += 1) {
      client.wake();
      await connect();
    }
    expect(client.state.name).toBe("connected");
    expect(heard).toEqual(service.log.map(({ id }) => id));
  };
  await fc.assert(fc.asyncProperty(fc.array(step, { maxLength: 60 }), run), { numRuns: 300 });
});

test("events that are no longer kept make everything load anew", async () => {
  const { client, service, heard, clock, connect } = setUp();
  let resets = 0;
  client.start();
  await connect();
  client.listen("reset", () => {
    resets += 1;
  });
  service.current?.close();
  service.publish("DID_UPDATE");
  service.forgottenUpTo = 1;
  clock.advance(20_000);
  await connect();
  expect(resets).toBe(1);
  service.publish("DID_UPDATE");
  service.current?.deliver();
  expect(heard).toEqual([2]);
});

test("the first connection of an account has screens load what happened before it", async () => {
  const { client, connect } = setUp();
  let resets = 0;
  client.listen("reset", () => {
    resets += 1;
  });
  client.start();
  await connect();
  expect(resets).toBe(1);
});

test("a handler that throws is reported and costs no one else the event", async () => {
  const { client, service, heard, failures, connect } = setUp();
  const failure = new Error("bug");
  client.on("DID_UPDATE", () => {
    throw failure;
  });
  client.start();
  await connect();
  service.publish("DID_UPDATE");
  service.current?.deliver();
  expect(failures).toEqual([failure]);
  expect(heard).toEqual([1]);
});

test("a line that has gone silent is found out by a ping", async () => {
  const { client, service, clock, notices, connect } = setUp();
  client.start();
  await connect();
  clock.advance(25_000);
  expect(service.current?.received.at(-1)).toEqual({ type: "ping" });
  service.current?.deliver();
  clock.advance(24_999);
  expect(client.state.name).toBe("connected");
  clock.advance(1);
  clock.advance(10_000);
  expect(client.state).toEqual({ name: "waiting", attempt: 1, problem: "timeout" });
  expect(notices).toEqual(["Real-time service timeout"]);
});

test("a service that opens but never welcomes is given up after ten seconds", async () => {
  const { client, clock } = setUp();
  client.start();
  await settle();
  clock.advance(10_000);
  expect(client.state).toEqual({ name: "waiting", attempt: 1, problem: "timeout" });
});

test("it announces five tries and the failure, and tries forever", async () => {
  const { client, service, clock, notices } = setUp();
  service.isReachable = false;
  client.start();
  for (let turn = 0; turn < 40; turn += 1) {
    await settle();
    clock.advance(60_000);
  }
  expect(service.connections.length).toBeGreaterThan(30);
  const retrying = "Retrying Real-time service connection";
  expect(notices).toEqual([
    "Can not connect to real-time service. Make sure you can reach the push provider's domain",
    retrying,
    retrying,
    retrying,
    retrying,
    retrying,
    "Failed to connect to real-time service.",
  ]);

  service.isReachable = true;
  clock.advance(60_000);
  await settle();
  service.current?.deliver();
  expect(client.state.name).toBe("connected");
  expect(notices.at(-1)).toBe("Real-time service has reconnected");
});

test("losing an established line is told, and so is its return", async () => {
  const { client, service, clock, notices, connect } = setUp();
  client.start();
  await connect();
  expect(notices).toEqual([]);
  service.current?.close(PUSH_CLOSE.serverStopping);
  clock.advance(20_000);
  await connect();
  expect(notices).toEqual([
    "Real-time service has disconnected",
    "Retrying Real-time service connection",
    "Real-time service has reconnected",
  ]);
});

test("when the browser wakes it the wait is over at once", async () => {
  const { client, service, connect } = setUp();
  client.start();
  await connect();
  service.current?.close();
  expect(client.state.name).toBe("waiting");
  client.wake();
  await connect();
  expect(client.state.name).toBe("connected");
});

test("a denied key is replaced for the next try", async () => {
  const { client, service, clock, notices, browser, connect } = setUp();
  client.start();
  await settle();
  service.current?.close(PUSH_CLOSE.accessDenied);
  expect(notices).toEqual(["Real-time access denied."]);
  clock.advance(20_000);
  await connect();
  expect(browser.tokens).toEqual([false, true]);
  expect(client.state.name).toBe("connected");
});

test("without a key it says that it cannot begin", async () => {
  const { client, notices, browser } = setUp();
  browser.tokenFails = true;
  client.start();
  await settle();
  expect(notices).toEqual(["Failed to initialize Real-time service"]);
});

test("an ended session is passed on", async () => {
  const { client, service, connect } = setUp();
  let ended = 0;
  client.listen("sessionEnded", () => {
    ended += 1;
  });
  client.start();
  await connect();
  service.current?.close(PUSH_CLOSE.sessionEnded);
  expect(ended).toBe(1);
});

test("a stopped client stays stopped", async () => {
  const { client, service, clock, connect } = setUp();
  client.start();
  await connect();
  client.stop();
  expect(service.current).toBeUndefined();
  client.wake();
  clock.advance(600_000);
  await settle();
  expect(service.connections).toHaveLength(1);
  expect(clock.pendingTimers).toBe(0);
});

test("waits grow from 5 s, stay within 20 s for the first five tries and within a minute forever", () => {
  const longest = [1, 2, 3, 4, 5, 6, 7, 20].map((attempt) => retryWaitMs(attempt, () => 1));
  expect(longest).toEqual([10_000, 15_000, 20_000, 20_000, 20_000, 60_000, 60_000, 60_000]);
  expect(retryWaitMs(1, () => 0)).toBe(5_000);
  expect(retryWaitMs(20, () => 0)).toBe(5_000);
});

test("[PUSH11] an event of a type it does not know is passed over, one that is not of the contract is reported too", async () => {
  const { client, service, heard, failures, connect } = setUp();
  client.on("CHANGE", () => heard.push("change"));
  client.start();
  await connect();
  service.publish("NEXT_YEARS_EVENT");
  service.publish("CHANGE");
  service.publish("CHANGE", 1, { phone: "5001", forwarding: "" });
  service.publish("DID_UPDATE");
  service.current?.deliver();
  expect(heard).toEqual(["change", 4]);
  expect(failures.map(String)).toEqual(["Error: Event 2 is no CHANGE of the contract"]);
});
