import type { SipSettings } from "@offhook/contract";
import type { CancelTimer, Clock } from "@offhook/kernel";
import type { Registration } from "../phone.ts";
import {
  type RegistrationEffect,
  type RegistrationEvent,
  type RegistrationState,
  shownRegistration,
  stepRegistration,
} from "./registration-state.ts";
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
const SECOND_MS = 1_000;
/** A websocket whose network is gone stays open for minutes: it is asked for a sign of life, and given this long. */
const PROBE_EVERY_MS = 15_000;
const PROBE_PATIENCE_MS = 3_000;

/** Keeps this tab registered with the phone system, forever. `stepRegistration` decides; this does what it says. */
export class SipRegistration {
  readonly #options: SipRegistrationOptions;
  readonly #retired = new Set<SipAgent>();
  #agent: SipAgent | undefined;
  #state: RegistrationState = { name: "off", turn: 0 };
  /** Those of the state that it is in. */
  #timers: CancelTimer[] = [];
  #cancelProbe: CancelTimer = () => {};
  #waiting: ((agent: SipAgent) => void)[] = [];

  constructor(options: SipRegistrationOptions) {
    this.#options = options;
  }

  /** The agent that calls can go out by now. */
  get agent(): SipAgent | undefined {
    return this.#state.name === "registered" ? this.#agent : undefined;
  }

  /** At once: it does not wait for the next try, and one that is registered proves it. */
  retryNow(): void {
    this.#handle({ type: "try" });
  }

  /** Resolves as soon as calls can go out. */
  whenRegistered(): Promise<SipAgent> {
    const { agent } = this;
    if (agent) return Promise.resolve(agent);
    return new Promise((resolve) => this.#waiting.push(resolve));
  }

  /** There is reason to doubt the websocket: it has to prove itself, or is given up for a new one. */
  probe(): void {
    this.#handle({ type: "doubted" });
  }

  /**
   * The service cannot be reached. The websocket is closed, so that nobody takes it for a living one; where a call
   * hangs on it, it may prove first that it still lives, because closing it would cut the sound.
   */
  networkLost(): void {
    const hasCalls = this.#agent !== undefined && this.#options.hasCalls(this.#agent);
    this.#handle({ type: "networkLost", hasCalls });
  }

  /** Another line, or credentials that are about to end: a new registration; calls of the old one go on. */
  renew(): void {
    this.#handle({ type: "renew" });
  }

  /** A call is over: a retired registration may have waited for that. */
  sweep(): void {
    for (const agent of this.#retired) {
      if (this.#options.hasCalls(agent)) continue;
      this.#retired.delete(agent);
      agent.stop(false);
    }
  }

  /** Resolves when no websocket is on its way to the phone system any more. */
  async stop(): Promise<void> {
    const agents = [...this.#retired, ...(this.#agent ? [this.#agent] : [])];
    this.#handle({ type: "stop" });
    await Promise.all(agents.map((agent) => agent.whenClosed()));
  }

  #handle(event: RegistrationEvent): void {
    const { clock, random, onChange } = this.#options;
    const before = this.#state;
    const [state, effects] = stepRegistration(before, event, { now: clock.now(), chance: random() });
    if (state === before) return;
    this.#state = state;
    this.#cancelProbe();
    if (state.name !== before.name || state.turn !== before.turn) {
      for (const cancel of this.#timers) cancel();
      this.#timers = [];
      this.#keepTime(state);
      onChange(shownRegistration(state));
    }
    for (const effect of effects) this.#perform(effect);
  }

  #keepTime(state: RegistrationState): void {
    const now = this.#options.clock.now();
    if (state.name === "waiting") this.#later(state.retryAt - now, { type: "try" });
    if (state.name !== "registered") return;
    this.#later(state.renewAt - now, { type: "renew" });
    this.#probeRegularly();
  }

  #later(delayMs: number, event: RegistrationEvent): void {
    this.#timers.push(this.#options.clock.schedule(delayMs, () => this.#handle(event)));
  }

  #probeRegularly(): void {
    const task = (): void => {
      this.#probeRegularly();
      this.probe();
    };
    this.#timers.push(this.#options.clock.schedule(PROBE_EVERY_MS, task));
  }

  #perform(effect: RegistrationEffect): void {
    switch (effect) {
      case "try":
        this.#agent?.stop(true);
        this.#agent = undefined;
        void this.#try(this.#state.turn);
        break;
      case "ready":
        for (const resolve of this.#waiting.splice(0)) if (this.#agent) resolve(this.#agent);
        break;
      case "probe":
        this.#cancelProbe = this.#options.clock.schedule(PROBE_PATIENCE_MS, () =>
          this.#handle({ type: "silent" }),
        );
        this.#agent?.probe();
        break;
      case "retire":
        this.#retire();
        break;
      case "lose":
        if (this.#agent) this.#lose(this.#agent);
        this.#agent = undefined;
        break;
      case "close":
        for (const agent of [...this.#retired, this.#agent]) agent?.stop(false);
        this.#retired.clear();
        this.#agent = undefined;
        break;
    }
  }

  #retire(): void {
    if (!this.#agent) return;
    this.#agent.retire();
    this.#retired.add(this.#agent);
    this.#agent = undefined;
    this.sweep();
  }

  async #try(turn: number): Promise<void> {
    const { fetchSettings, startAgent } = this.#options;
    const isPast = (): boolean => turn !== this.#state.turn;
    try {
      const settings = await fetchSettings();
      if (isPast()) return;
      if (!settings) {
        this.#handle({ type: "noLine", turn });
        return;
      }
      this.#later(REGISTER_TIMEOUT_MS, { type: "unanswered", turn });
      const expiresAt = settings.expires_at * SECOND_MS;
      const agent = await startAgent(settings, {
        registered: () => this.#handle({ type: "registered", turn, expiresAt }),
        refused: (status) => this.#handle({ type: "refused", turn, status }),
        disconnected: () => {
          if (this.#retired.delete(agent)) this.#lose(agent);
          else this.#handle({ type: "disconnected", turn });
        },
        heard: () => this.#handle({ type: "heard", turn }),
        rang: (call) => this.#options.onRang(call, agent),
      });
      if (isPast()) agent.stop(true);
      else this.#agent = agent;
    } catch {
      this.#handle({ type: "unreachable", turn });
    }
  }

  /** Its calls are given up as lost first: an agent that stops hangs up whatever it still has. */
  #lose(agent: SipAgent): void {
    this.#options.onLost(agent);
    agent.stop(true);
  }
}
