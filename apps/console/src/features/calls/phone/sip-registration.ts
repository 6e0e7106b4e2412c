import type { SipSettings } from "@offhook/contract";
import type { CancelTimer, Clock } from "@offhook/kernel";
import type { Registration } from "./phone.ts";
import type { IncomingCall, SipAgent, StartAgent } from "./sip-port.ts";

export interface SipRegistrationOptions {
  readonly clock: Clock;
  readonly random: () => number;
  /** Asks for the profile: fresh credentials of the active line, or null for a user without one. */
  readonly fetchSettings: () => Promise<SipSettings | null>;
  readonly startAgent: StartAgent;
  readonly onChange: (registration: Registration) => void;
  readonly onRang: (call: IncomingCall, agent: SipAgent) => void;
  /** The websocket of this agent is gone, and with it the signaling of its calls. */
  readonly onLost: (agent: SipAgent) => void;
  readonly hasCalls: (agent: SipAgent) => boolean;
}

const REGISTER_TIMEOUT_MS = 10_000;
const RENEW_BEFORE_MS = 5 * 60_000;
const SECOND_MS = 1_000;
/** Of the specification: after a refusal the next try comes after 10 to 40 seconds. */
const REFUSED_MIN_MS = 10_000;
const REFUSED_SPREAD_MS = 30_000;
const FIRST_WAIT_MS = 500;
const MAX_WAIT_MS = 60_000;
const FORBIDDEN = 403;
/** A websocket whose network is gone stays open for minutes: it is asked for a sign of life, and given this long. */
const PROBE_EVERY_MS = 15_000;
const PROBE_PATIENCE_MS = 3_000;

export const REASONS = {
  lost: "The connection to the phone system was lost.",
  unreachable: "The phone system cannot be reached.",
  refused: "The phone system refused the registration.",
  silent: "The phone system does not answer.",
} as const;

interface Failure {
  readonly status: "failed" | "disconnected";
  readonly reason: string;
}

/** Growing waits, half of each by chance, so that a restarted server is not asked by everyone at once. */
export function waitBeforeMs(attempt: number, random: () => number): number {
  const full = Math.min(MAX_WAIT_MS, FIRST_WAIT_MS * 2 ** Math.min(attempt, 10));
  return full / 2 + random() * (full / 2);
}

/** Keeps this tab registered with the phone system, forever, and knows why when it is not. */
export class SipRegistration {
  readonly #options: SipRegistrationOptions;
  readonly #retired = new Set<SipAgent>();
  #agent: SipAgent | undefined;
  #isRegistered = false;
  #attempt = 0;
  #failure: Failure = { status: "failed", reason: REASONS.unreachable };
  /** Every try has a number: news of an older one is news of the past. */
  #turn = 0;
  #cancelTimer: CancelTimer = () => {};
  #cancelRenewal: CancelTimer = () => {};
  #cancelNextProbe: CancelTimer = () => {};
  #cancelProbe: CancelTimer | undefined;
  #waiting: ((agent: SipAgent) => void)[] = [];

  constructor(options: SipRegistrationOptions) {
    this.#options = options;
  }

  /** The agent that calls can go out by now. */
  get agent(): SipAgent | undefined {
    return this.#isRegistered ? this.#agent : undefined;
  }

  start(): void {
    void this.#try();
  }

  /** Resolves as soon as calls can go out. */
  whenRegistered(): Promise<SipAgent> {
    const { agent } = this;
    if (agent) return Promise.resolve(agent);
    return new Promise((resolve) => this.#waiting.push(resolve));
  }

  retryNow(): void {
    if (this.#isRegistered) this.probe();
    else void this.#try();
  }

  /** There is reason to doubt the websocket: it has to prove itself, or is given up for a new one. */
  probe(): void {
    if (!this.#isRegistered || this.#cancelProbe) return;
    const { clock } = this.#options;
    this.#cancelProbe = clock.schedule(PROBE_PATIENCE_MS, () => this.#fail("disconnected", REASONS.lost));
    this.#agent?.probe();
  }

  /**
   * The service cannot be reached. The websocket is closed, so that nobody takes it for a living one; where a call
   * hangs on it, it may prove first that it still lives, because closing it would cut the sound.
   */
  networkLost(): void {
    const agent = this.#isRegistered ? this.#agent : undefined;
    if (!agent) return;
    if (this.#options.hasCalls(agent)) this.probe();
    else this.#fail("disconnected", REASONS.lost);
  }

  #heard(): void {
    this.#cancelProbe?.();
    this.#cancelProbe = undefined;
  }

  #probeRegularly(): void {
    this.#cancelNextProbe();
    this.#cancelNextProbe = this.#options.clock.schedule(PROBE_EVERY_MS, () => {
      this.#probeRegularly();
      this.probe();
    });
  }

  #stopProbing(): void {
    this.#cancelNextProbe();
    this.#heard();
  }

  /** Another line, or credentials that are about to end: a new registration; calls of the old one go on. */
  renew(): void {
    const old = this.#agent;
    this.#agent = undefined;
    this.#isRegistered = false;
    this.#stopProbing();
    if (old) this.#retire(old);
    void this.#try();
  }

  /** A call is over: a retired registration may have waited for that. */
  sweep(): void {
    for (const agent of this.#retired) {
      if (this.#options.hasCalls(agent)) continue;
      this.#retired.delete(agent);
      agent.stop(false);
    }
  }

  stop(): void {
    this.#turn += 1;
    this.#cancelTimer();
    this.#cancelRenewal();
    this.#stopProbing();
    this.#agent?.stop(false);
    for (const agent of this.#retired) agent.stop(false);
    this.#retired.clear();
    this.#agent = undefined;
    this.#isRegistered = false;
    this.#options.onChange({ status: "off" });
  }

  #retire(agent: SipAgent): void {
    agent.retire();
    this.#retired.add(agent);
    this.sweep();
  }

  async #try(): Promise<void> {
    const { clock, fetchSettings, startAgent, onChange } = this.#options;
    this.#turn += 1;
    const turn = this.#turn;
    const isPast = (): boolean => turn !== this.#turn;
    this.#cancelTimer();
    this.#agent?.stop(true);
    this.#agent = undefined;
    // While it fails it says so: a try that is only on its way proves nothing.
    if (this.#attempt === 0) onChange({ status: "connecting" });
    else onChange({ ...this.#failure, retryAt: undefined });
    try {
      const settings = await fetchSettings();
      if (isPast()) return;
      if (!settings) {
        onChange({ status: "off" });
        return;
      }
      this.#cancelTimer = clock.schedule(REGISTER_TIMEOUT_MS, () => this.#fail("failed", REASONS.silent));
      const agent = await startAgent(settings, {
        registered: () => {
          if (!isPast()) this.#succeed(settings);
        },
        refused: (status) => {
          if (!isPast()) this.#refused(status);
        },
        disconnected: () => this.#disconnected(agent, isPast()),
        heard: () => {
          if (!isPast()) this.#heard();
        },
        rang: (call) => this.#options.onRang(call, agent),
      });
      if (isPast()) agent.stop(true);
      else this.#agent = agent;
    } catch {
      if (!isPast()) this.#fail("failed", REASONS.unreachable);
    }
  }

  #succeed(settings: SipSettings): void {
    const { clock, onChange } = this.#options;
    this.#cancelTimer();
    this.#attempt = 0;
    this.#isRegistered = true;
    this.#probeRegularly();
    const leftMs = settings.expires_at * SECOND_MS - clock.now() - RENEW_BEFORE_MS;
    this.#cancelRenewal();
    this.#cancelRenewal = clock.schedule(Math.max(REFUSED_MIN_MS, leftMs), () => this.renew());
    onChange({ status: "registered" });
    const waiting = this.#waiting;
    this.#waiting = [];
    if (this.#agent) for (const resolve of waiting) resolve(this.#agent);
  }

  #refused(status: number | undefined): void {
    const { random } = this.#options;
    const waitMs = status === FORBIDDEN ? REFUSED_MIN_MS + random() * REFUSED_SPREAD_MS : undefined;
    this.#fail("failed", status === undefined ? REASONS.silent : REASONS.refused, waitMs);
  }

  #disconnected(agent: SipAgent, isPast: boolean): void {
    if (this.#retired.delete(agent)) this.#lose(agent);
    else if (!isPast) this.#fail("disconnected", this.#isRegistered ? REASONS.lost : REASONS.unreachable);
  }

  #fail(status: Failure["status"], reason: string, wantedMs?: number): void {
    const { clock, random, onChange } = this.#options;
    const agent = this.#agent;
    this.#turn += 1;
    this.#isRegistered = false;
    this.#agent = undefined;
    this.#cancelTimer();
    this.#cancelRenewal();
    this.#stopProbing();
    const waitMs = wantedMs ?? waitBeforeMs(this.#attempt, random);
    this.#attempt += 1;
    this.#failure = { status, reason };
    this.#cancelTimer = clock.schedule(waitMs, () => void this.#try());
    onChange({ status, reason, retryAt: clock.now() + waitMs });
    if (agent) this.#lose(agent);
  }

  /** Its calls are given up as lost first: an agent that stops hangs up whatever it still has. */
  #lose(agent: SipAgent): void {
    this.#options.onLost(agent);
    agent.stop(true);
  }
}
