import { FakeClock } from "@offhook/testkit";
import { expect, test } from "vitest";
import { NetworkStatus } from "./network-status.ts";

function setUp() {
  const clock = new FakeClock();
  const service = { isUp: true, checks: 0 };
  const failures: unknown[] = [];
  const network = new NetworkStatus({
    clock,
    random: () => 0.5,
    check: async () => {
      service.checks += 1;
      return service.isUp;
    },
    onStepFailed: (failure) => failures.push(failure),
  });
  /** Moves time, then lets the checks that fell due be answered. */
  const pass = async (ms: number): Promise<void> => {
    clock.advance(ms);
    for (let turn = 0; turn < 10; turn += 1) await Promise.resolve();
  };
  return { clock, service, network, failures, pass };
}

test("a request without an answer makes it ask before it believes in an outage", async () => {
  const { network, service, pass } = setUp();
  network.suspect();
  await pass(0);
  expect(service.checks).toBe(1);
  expect(network.state).toBe("up");
});

test("while the network is down it asks every two seconds", async () => {
  const { network, service, pass } = setUp();
  service.isUp = false;
  network.suspect();
  await pass(0);
  expect(network.state).toBe("down");
  for (const expected of [2, 3, 4]) {
    await pass(1_999);
    expect(service.checks).toBe(expected - 1);
    await pass(1);
    expect(service.checks).toBe(expected);
  }
});

test("recovery runs its steps in order before the network counts as up", async () => {
  const { network, service, pass } = setUp();
  const seen: string[] = [];
  network.onRecovery(() => void seen.push(`account ${network.state}`));
  network.onRecovery(async () => void seen.push(`push ${network.state}`));
  network.subscribe(() => seen.push(network.state));
  network.reportOffline();
  await pass(2_000);
  expect(service.checks).toBe(1);
  expect(seen).toEqual(["down", "recovering", "account recovering", "push recovering", "up"]);
});

test("a step that fails is reported and does not keep the others from running", async () => {
  const { network, failures, pass } = setUp();
  const failure = new Error("no profile");
  const ran: string[] = [];
  network.onRecovery(() => Promise.reject(failure));
  network.onRecovery(() => void ran.push("next"));
  network.reportOffline();
  await pass(2_000);
  expect(failures).toEqual([failure]);
  expect(ran).toEqual(["next"]);
  expect(network.state).toBe("up");
});

test("an outage in the middle of the recovery is noticed", async () => {
  const { network, service, pass } = setUp();
  network.onRecovery(() => {
    service.isUp = false;
    network.suspect();
  });
  network.reportOffline();
  await pass(2_000);
  expect(network.state).toBe("down");
});

test("an answer from before the network went does not count as its return", async () => {
  const { network, service, pass } = setUp();
  const recovered: string[] = [];
  network.onRecovery(() => void recovered.push(network.state));
  network.wake();
  network.reportOffline();
  await pass(0);
  expect(network.state).toBe("down");
  expect(recovered).toEqual([]);
  await pass(2_000);
  expect(service.checks).toBe(2);
  expect(recovered).toEqual(["recovering"]);
  expect(network.state).toBe("up");
});

test("back on a network it asks at once", async () => {
  const { network, service, pass } = setUp();
  network.reportOffline();
  await pass(100);
  network.wake();
  await pass(0);
  expect(service.checks).toBe(1);
  expect(network.state).toBe("up");
});

test("an idle page looks every 14 to 16 seconds", async () => {
  const { network, service, pass } = setUp();
  const stop = network.start();
  await pass(14_999);
  expect(service.checks).toBe(0);
  await pass(1);
  expect(service.checks).toBe(1);
  service.isUp = false;
  await pass(15_000);
  expect(network.state).toBe("down");
  stop();
});
