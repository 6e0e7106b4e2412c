import type { SipSettings } from "@offhook/contract";
import { FakeClock } from "@offhook/testkit";
import { expect, test } from "vitest";
import type { Registration } from "../phone.ts";
import { REASONS, waitBeforeMs } from "./registration-state.ts";
import type { AgentListener, SipAgent } from "./sip-port.ts";
import { SipRegistration } from "./sip-registration.ts";

const CREDENTIALS: SipSettings = {
  phone: "maya",
  uri: "sip:web-1@phone.example",
  username: "web-1",
  password: "secret",
  realm: "phone.example",
  ws_url: "/sip?ticket=1",
  expires_at: Date.parse("2030-01-08T09:00:00Z") / 1000,
};

class Line implements SipAgent {
  readonly settings = CREDENTIALS;
  readonly listener: AgentListener;
  state: "open" | "retired" | "stopped" | "cut" = "open";

  constructor(listener: AgentListener) {
    this.listener = listener;
  }

  call(): never {
    throw new Error("Not needed here");
  }
  isHalfOpen = false;
  probe(): void {
    if (!this.isHalfOpen) this.listener.heard();
  }
  retire(): void {
    this.state = "retired";
  }
  stop(isAbrupt: boolean): void {
    this.state = isAbrupt ? "cut" : "stopped";
  }
  closed = Promise.resolve();
  whenClosed(): Promise<void> {
    return this.closed;
  }
}

function setUp(settings: () => Promise<SipSettings | null> = async () => CREDENTIALS) {
  const clock = new FakeClock();
  const lines: Line[] = [];
  const states: Registration[] = [];
  const lost: SipAgent[] = [];
  const busy = new Set<SipAgent>();
  const registration = new SipRegistration({
    clock,
    random: () => 0.5,
    fetchSettings: settings,
    startAgent: async (_settings, listener) => {
      const line = new Line(listener);
      lines.push(line);
      return line;
    },
    onChange: (state) => states.push(state),
    onRang: () => {},
    onLost: (agent) => lost.push(agent),
    hasCalls: (agent) => busy.has(agent),
  });
  const connect = async (): Promise<Line> => {
    await settled();
    const line = lines.at(-1) as Line;
    line.listener.registered();
    return line;
  };
  return { clock, lines, states, lost, busy, registration, connect };
}

const settled = (): Promise<void> => new Promise((resolve) => setTimeout(resolve));

test("[REG11] a lost network closes the websocket at once, and the next try follows", async () => {
  const { registration, states, connect, lost, clock, lines } = setUp();
  registration.retryNow();
  const line = await connect();
  registration.networkLost();
  expect(line.state).toBe("cut");
  expect(lost).toEqual([line]);
  expect(states.at(-1)).toMatchObject({ status: "disconnected", reason: REASONS.lost });
  clock.advance(1_000);
  await connect();
  expect(lines).toHaveLength(2);
  expect(states.at(-1)).toEqual({ status: "registered" });
});

test("[REG11] while a call hangs on it, it may prove that it lives", async () => {
  const { registration, states, connect, busy, clock } = setUp();
  registration.retryNow();
  const line = await connect();
  busy.add(line);
  registration.networkLost();
  clock.advance(5_000);
  expect(states.at(-1)).toEqual({ status: "registered" });
  line.isHalfOpen = true;
  registration.networkLost();
  clock.advance(3_000);
  expect(line.state).toBe("cut");
});

test("[REG1] a tab that is answered is registered, and calls can go out", async () => {
  const { registration, states, connect } = setUp();
  registration.retryNow();
  const waited = registration.whenRegistered();
  const line = await connect();
  expect(await waited).toBe(line);
  expect(states.map(({ status }) => status)).toEqual(["connecting", "registered"]);
});

test("[REG2] a 403 is tried again with fresh credentials after 10 to 40 seconds, and never given up", async () => {
  const { registration, clock, lines, states } = setUp();
  registration.retryNow();
  for (let tries = 1; tries <= 7; tries += 1) {
    await settled();
    expect(lines).toHaveLength(tries);
    lines.at(-1)?.listener.refused(403);
    expect(states.at(-1)).toMatchObject({
      status: "failed",
      reason: REASONS.refused,
      retryAt: clock.now() + 25_000,
    });
    clock.advance(24_999);
    await settled();
    expect(lines).toHaveLength(tries);
    clock.advance(1);
  }
});

test("[REG3] a lost websocket is opened anew by itself, its calls are told, and the reason stays until it works", async () => {
  const { registration, clock, lines, states, lost, connect } = setUp();
  registration.retryNow();
  const line = await connect();
  line.listener.disconnected();
  expect(line.state).toBe("cut");
  expect(lost).toEqual([line]);
  expect(states.at(-1)).toMatchObject({ status: "disconnected", reason: REASONS.lost });
  clock.advance(waitBeforeMs(0, 0.5));
  await settled();
  expect(states.at(-1)).toMatchObject({ status: "disconnected", retryAt: undefined });
  await connect();
  expect(states.at(-1)).toEqual({ status: "registered" });
  expect(lines).toHaveLength(2);
});

test("[REG5] a phone system that says nothing counts as a failure", async () => {
  const { registration, clock, states } = setUp();
  registration.retryNow();
  await settled();
  clock.advance(10_000);
  expect(states.at(-1)).toMatchObject({ status: "failed", reason: REASONS.silent });
});

test("[REG6] 'Retry now' does not wait", async () => {
  let isDown = true;
  const { registration, states, connect } = setUp(async () => {
    if (isDown) throw new Error("down");
    return CREDENTIALS;
  });
  registration.retryNow();
  await settled();
  expect(states.at(-1)).toMatchObject({ status: "failed", reason: REASONS.unreachable });
  isDown = false;
  registration.retryNow();
  await connect();
  expect(states.at(-1)).toEqual({ status: "registered" });
});

test("[REG7] credentials are renewed before they end; the calls of the old ones go on", async () => {
  const { registration, clock, lines, busy, connect } = setUp();
  registration.retryNow();
  const old = await connect();
  busy.add(old);
  clock.advance(CREDENTIALS.expires_at * 1000 - clock.now() - 5 * 60_000);
  await connect();
  expect(lines).toHaveLength(2);
  expect(old.state).toBe("retired");
  busy.clear();
  registration.sweep();
  expect(old.state).toBe("stopped");
});

test("who leaves waits for a websocket that is still opening, which the phone system would refuse a moment later", async () => {
  const { registration, lines } = setUp();
  registration.retryNow();
  await settled();
  const [line] = lines;
  let close = (): void => {};
  if (line)
    line.closed = new Promise((resolve) => {
      close = resolve;
    });
  let isOver = false;
  const stopping = registration.stop().then(() => {
    isOver = true;
  });
  await settled();
  expect(line?.state).toBe("stopped");
  expect(isOver).toBe(false);
  close();
  await stopping;
  expect(isOver).toBe(true);
});

test("[REG8] a user without a line has no phone, and nothing is tried", async () => {
  const { registration, states, clock } = setUp(async () => null);
  registration.retryNow();
  await settled();
  expect(states.at(-1)).toEqual({ status: "off" });
  expect(clock.pendingTimers).toBe(0);
});

test("[REG9] a websocket that only seems open is found out within seconds, and its calls come back by a new one", async () => {
  const { registration, clock, lines, states, lost, connect } = setUp();
  registration.retryNow();
  const line = await connect();
  clock.advance(60_000);
  expect(states.at(-1)).toEqual({ status: "registered" });
  line.isHalfOpen = true;
  registration.probe();
  registration.retryNow();
  clock.advance(2_999);
  expect(lost).toEqual([]);
  clock.advance(1);
  expect(lost).toEqual([line]);
  expect(states.at(-1)).toMatchObject({ status: "disconnected", reason: REASONS.lost });
  clock.advance(waitBeforeMs(0, 0.5));
  await connect();
  expect(lines).toHaveLength(2);
  expect(states.at(-1)).toEqual({ status: "registered" });
});

test("[REG10] without any call it is found out too, by the next regular sign of life", async () => {
  const { registration, clock, lost, connect } = setUp();
  registration.retryNow();
  const line = await connect();
  line.isHalfOpen = true;
  clock.advance(15_000 + 3_000);
  expect(lost).toEqual([line]);
});
