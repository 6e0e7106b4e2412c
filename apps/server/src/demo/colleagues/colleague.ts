import type { Queue, QueueStatuses } from "@offhook/contract";
import type { CancelTimer, Clock } from "@offhook/kernel";
import type { OutsideCall, OutsideVoice, RingingCall, SipDeskPhone } from "@offhook/simulator";
import type { BaseLogger } from "pino";
import type { ColleagueAccount } from "./colleague-account.ts";
import { type ColleagueStep, ringMs, stepsOf, talkMs } from "./colleague-rhythm.ts";

export interface ColleagueDeps {
  /** The name of their line. */
  readonly line: string;
  /** Extensions of the queues they work in. */
  readonly queues: readonly string[];
  readonly voice: OutsideVoice;
  readonly account: Pick<ColleagueAccount, "call" | "signOut">;
  /** A phone on their desk that is not plugged in yet. */
  readonly phone: (onRing: (call: RingingCall) => void) => Pick<SipDeskPhone, "plugIn" | "unplug">;
  /** Whether a line is one of those that nobody sits at. */
  readonly isPlayed: (line: string) => boolean;
  readonly clock: Clock;
  /** From 0 up to 1. */
  readonly random: () => number;
  readonly log: Pick<BaseLogger, "warn">;
}

export type ColleagueState = "gone" | "working" | "paused" | "away" | "talking";

const STATES: Readonly<Record<ColleagueStep["kind"], Exclude<ColleagueState, "talking">>> = {
  works: "working",
  pauses: "paused",
  isAway: "away",
};

/** Somebody of the demo company at work: in and out of queues, on the phone, in a pause. */
export class Colleague {
  readonly #deps: ColleagueDeps;
  #steps: Generator<ColleagueStep, never>;
  #phone: ReturnType<ColleagueDeps["phone"]> | undefined;
  #call: OutsideCall | undefined;
  #state: Exclude<ColleagueState, "talking"> = "gone";
  #isStepOver = false;
  #cancelStep: CancelTimer = () => {};
  /** Acts are requests; they go out one after the other. */
  #acting: Promise<void> = Promise.resolve();

  constructor(deps: ColleagueDeps) {
    this.#deps = deps;
    this.#steps = stepsOf(deps.random);
  }

  get state(): ColleagueState {
    return this.#call ? "talking" : this.#state;
  }

  arrive(): void {
    if (this.#phone) return;
    this.#phone = this.#deps.phone((ring) => void this.#listen(ring));
    // Whoever comes in begins with work, also after having been sent away in a pause.
    this.#steps = stepsOf(this.#deps.random);
    this.#next();
    this.#phone.plugIn();
  }

  /** Hangs up, unplugs the phone and leaves the line ready for whoever sits down at it. */
  async leave(): Promise<void> {
    const phone = this.#phone;
    if (!phone) return;
    this.#phone = undefined;
    this.#cancelStep();
    this.#call?.hangUp();
    const wasWorking = this.#state === "working";
    this.#state = "gone";
    await phone.unplug();
    if (!wasWorking) this.#act(() => this.#work());
    this.#act(() => this.#deps.account.signOut());
    await this.#acting;
  }

  #next(): void {
    const { clock } = this.#deps;
    const { value: step } = this.#steps.next();
    this.#isStepOver = false;
    this.#state = STATES[step.kind];
    this.#act(() => this.#take(step));
    this.#cancelStep = clock.schedule(step.forMs, () => {
      // Nobody goes to lunch in the middle of a call.
      if (this.#call) this.#isStepOver = true;
      else this.#next();
    });
  }

  async #take(step: ColleagueStep): Promise<void> {
    const { account, line: phone } = this.#deps;
    switch (step.kind) {
      case "works":
        return this.#work();
      case "pauses": {
        const { pause_reasons } = await account.call<QueueStatuses>("GET", "/queue/status");
        const reason = pause_reasons[Math.floor(step.pick * pause_reasons.length)];
        if (reason !== undefined) await account.call("POST", "/queue/pause", { reason, phone });
        return;
      }
      case "isAway":
        return this.#serve(false);
    }
  }

  async #work(): Promise<void> {
    const { account, line: phone } = this.#deps;
    await account.call("POST", "/queue/resume", { phone });
    await this.#serve(true);
  }

  async #serve(isServing: boolean): Promise<void> {
    const { account, line: phone, queues } = this.#deps;
    const served = await account.call<Queue[]>("GET", `/myQueues?phone=${phone}`);
    for (const { id, extension } of served)
      if (queues.includes(extension))
        await account.call("PUT", isServing ? "/queue/login" : "/queue/logout", { queue: id, phone });
  }

  #act(act: () => Promise<void>): void {
    const { log, line } = this.#deps;
    this.#acting = this.#acting
      .then(act)
      // The next act is tried all the same: a demo goes on without one of its colleagues.
      .catch((error: unknown) => log.warn({ err: error, line }, "A colleague of the demo could not act"));
  }

  /** Only calls of queues are theirs: others go where they would go without them, to a voicemail box for example. */
  async #listen(ring: RingingCall): Promise<void> {
    const { account, clock, random, log, line } = this.#deps;
    try {
      const { queues } = await account.call<QueueStatuses>("GET", "/queue/status");
      const queue = queues.find(({ name }) => ring.via === name || ring.via === `Callback: ${name}`);
      if (!queue) return ring.refuse();
      const isSomebodyElseFree = queue.agents.some(
        ({ phone, state }) =>
          (state === "idle" || state === "ringing") && phone !== line && !this.#deps.isPlayed(phone),
      );
      clock.schedule(ringMs(random, isSomebodyElseFree), () => void this.#answer(ring));
    } catch (error) {
      log.warn({ err: error, line }, "A colleague of the demo could not see what rings");
    }
  }

  async #answer(ring: RingingCall): Promise<void> {
    const { clock, random, voice } = this.#deps;
    if (!this.#phone || this.#call || !ring.isRinging) return;
    const call = await ring.answer(voice);
    if (!call) return;
    this.#call = call;
    const cancel = clock.schedule(talkMs(random), () => call.hangUp());
    call.whenEnded(() => {
      cancel();
      this.#call = undefined;
      if (this.#phone && this.#isStepOver) this.#next();
    });
    if (!this.#phone) call.hangUp();
  }
}
