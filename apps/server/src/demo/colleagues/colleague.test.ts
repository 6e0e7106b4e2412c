import type { QueueAgentState } from "@offhook/contract";
import type { OutsideCall, RingingCall } from "@offhook/simulator";
import { FakeClock } from "@offhook/testkit";
import { beforeEach, expect, test, vi } from "vitest";
import { createRandom } from "../seed-context.ts";
import { Colleague } from "./colleague.ts";
import { stepsOf } from "./colleague-rhythm.ts";

const SEED = 2;
const WAIT = { timeout: 10_000, interval: 5 };
const FIRST_STEP_MS = stepsOf(createRandom(SEED)).next().value.forMs;

let clock: FakeClock;
let asked: string[];
let isPluggedIn: boolean;
let ring: (call: RingingCall) => void;
/** Somebody else in the queue, at a console. */
let other: QueueAgentState;
let colleague: Colleague;

beforeEach(() => {
  clock = new FakeClock();
  asked = [];
  isPluggedIn = false;
  other = "loggedOut";
  colleague = new Colleague({
    line: "priya",
    queues: ["301"],
    voice: { kind: "echo" },
    account: {
      async call<Result>(method: string, path: string, payload?: object): Promise<Result> {
        if (method !== "GET") asked.push(`${path} ${JSON.stringify(payload)}`);
        return answerTo(path) as Result;
      },
      signOut: async () => void asked.push("signOut"),
    },
    phone: (onRing) => {
      ring = onRing;
      return {
        plugIn() {
          isPluggedIn = true;
        },
        async unplug() {
          isPluggedIn = false;
        },
      };
    },
    isPlayed: (line) => line === "samuel",
    clock,
    random: createRandom(SEED),
    log: { warn: (...problem: unknown[]) => expect(problem).toEqual([]) },
  });
});

function answerTo(path: string): unknown {
  if (path.startsWith("/myQueues"))
    return [
      { id: 1, name: "Scheduling", extension: "301", available: "0" },
      { id: 2, name: "Billing", extension: "302", available: "0" },
    ];
  const agents = [
    { phone: "priya", state: "ringing" },
    { phone: "samuel", state: "ringing" },
    { phone: "ines", state: other },
  ];
  return { pause_reasons: ["Lunch"], queues: [{ name: "Scheduling", agents }] };
}

/** A call that rings until it is answered or refused. */
function aCall(via?: string) {
  const ended: (() => void)[] = [];
  const outside = {
    whenEnded: (listener: () => void) => ended.push(listener),
    hangUp: () => {
      for (const listener of ended.splice(0)) listener();
    },
  };
  const call = {
    via,
    isRinging: true,
    isAnswered: false,
    isRefused: false,
    refuse: () => {
      call.isRefused = true;
    },
    answer: async () => {
      call.isAnswered = true;
      call.isRinging = false;
      return outside as unknown as OutsideCall;
    },
  };
  return call;
}

async function offer(call: ReturnType<typeof aCall>): Promise<void> {
  const before = clock.pendingTimers;
  ring(call as unknown as RingingCall);
  await vi.waitFor(() => expect(clock.pendingTimers).toBeGreaterThan(before), WAIT);
}

const settle = (): Promise<void> => new Promise((resolve) => setTimeout(resolve));

test("a colleague signs in to their own queue, pauses with a reason of the company, and comes back", async () => {
  colleague.arrive();
  expect(isPluggedIn).toBe(true);
  expect(colleague.state).toBe("working");
  const signedIn = ['/queue/resume {"phone":"priya"}', '/queue/login {"queue":1,"phone":"priya"}'];
  await vi.waitFor(() => expect(asked).toEqual(signedIn), WAIT);
  clock.advance(FIRST_STEP_MS);
  expect(colleague.state).toBe("paused");
  await vi.waitFor(() => expect(asked.at(-1)).toBe('/queue/pause {"reason":"Lunch","phone":"priya"}'), WAIT);
  clock.advance(5 * 60_000);
  expect(colleague.state).toBe("working");
  await vi.waitFor(() => expect(asked.slice(-2)).toEqual(signedIn), WAIT);
});

test.each<[QueueAgentState, number]>([
  ["idle", 15_000],
  ["ringing", 15_000],
  ["paused", 7_000],
  ["busy", 7_000],
])("[COL1] while somebody at a console is %s, a call is answered within %i ms", async (state, withinMs) => {
  other = state;
  colleague.arrive();
  const call = aCall("Callback: Scheduling");
  await offer(call);
  if (withinMs > 7_000) clock.advance(11_000);
  expect(call.isAnswered).toBe(false);
  clock.advance(withinMs > 7_000 ? withinMs - 11_000 : withinMs);
  await vi.waitFor(() => expect(colleague.state).toBe("talking"), WAIT);
  clock.advance(45_000);
  expect(colleague.state).not.toBe("talking");
});

test("[COL1] a call that somebody else has taken is let go", async () => {
  colleague.arrive();
  const call = aCall("Scheduling");
  await offer(call);
  call.isRinging = false;
  clock.advance(20_000);
  await settle();
  expect(call.isAnswered).toBe(false);
});

test("[COL3] calls to the line itself and to hunt groups go on as if nobody were there", async () => {
  colleague.arrive();
  for (const call of [aCall(), aCall("Reception")]) {
    ring(call as unknown as RingingCall);
    await vi.waitFor(() => expect(call.isRefused).toBe(true), WAIT);
    clock.advance(60_000);
    await settle();
    expect(call.isAnswered).toBe(false);
  }
});

test("[COL4] a call is finished before a pause", async () => {
  colleague.arrive();
  clock.advance(FIRST_STEP_MS - 8_000);
  await offer(aCall("Scheduling"));
  clock.advance(7_500);
  await vi.waitFor(() => expect(colleague.state).toBe("talking"), WAIT);
  clock.advance(1_000);
  expect(colleague.state).toBe("talking");
  clock.advance(45_000);
  expect(colleague.state).toBe("paused");
});

test("[COL2] whoever leaves hangs up, ends the pause and signs out", async () => {
  colleague.arrive();
  clock.advance(FIRST_STEP_MS);
  await offer(aCall("Scheduling"));
  clock.advance(7_000);
  await vi.waitFor(() => expect(colleague.state).toBe("talking"), WAIT);
  await colleague.leave();
  expect(colleague.state).toBe("gone");
  expect(isPluggedIn).toBe(false);
  expect(asked.slice(-3)).toEqual([
    '/queue/resume {"phone":"priya"}',
    '/queue/login {"queue":1,"phone":"priya"}',
    "signOut",
  ]);
  const before = asked.length;
  clock.advance(3_600_000);
  await settle();
  expect(asked).toHaveLength(before);
  colleague.arrive();
  expect(isPluggedIn).toBe(true);
});
