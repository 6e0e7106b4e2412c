import type { PushEvent, PushEventOf } from "@offhook/contract";
import { createStore, type StoreApi } from "zustand/vanilla";
import type { CallOptions } from "../api/api-client.ts";
import {
  type EventFollower,
  type EventLog,
  type NumberedEvent,
  type Snapshot,
  UNKNOWN,
} from "./event-log.ts";

/**
 * What each type of event makes of the state. Pure, and absolute: an event says how something is and not by how much it
 * changed, so that applying it to a state that contains it already does no harm. Undefined: the event does not tell
 * enough, and the service is asked anew.
 */
export type EventRules<State> = {
  readonly [Type in PushEvent["type"]]?: (
    state: State,
    event: PushEventOf<Type>,
    id: number,
  ) => State | undefined;
};

export interface LiveValueOptions<State> {
  readonly log: EventLog;
  readonly initial: State;
  readonly rules: EventRules<State>;
  /** Loads what is loaded anew: events were missed, or one did not tell enough. */
  readonly reload: () => Promise<void>;
  /** Events were missed for good: whatever is loaded may be wrong. */
  readonly onReset?: () => void;
  /** When events may be applied, for what may come a frame behind what the user looks at. Left out: at once. */
  readonly turn?: (() => Promise<void>) | undefined;
}

interface OwnChange<State> {
  step: (state: State) => State;
  /** Saved: every event up to this one has to be in the state before it stands without the change. */
  until?: number;
}

/** How often an answer that is too old to be joined with the events is asked for again. */
const TRIES = 3;

/**
 * A state that stays equal to the service's: answers replace it or parts of it, events that are newer than the answer
 * are applied to it again, and changes of the user lie on top until the service has answered them.
 */
export class LiveValue<State> {
  readonly state: StoreApi<State>;
  readonly #log: EventLog;
  readonly #rules: EventRules<State>;
  readonly #reload: () => Promise<void>;
  readonly #loading = new Map<string, Promise<void>>();
  readonly #own = new Set<OwnChange<State>>();
  readonly #follower: EventFollower;
  #leave: () => void = () => {};
  /** As the service has it. */
  #truth: State;
  /** Every event up to this one is in it. */
  #at: number;
  #isLoaded = false;
  #isTurnDue = false;
  #isReloadDue = false;
  /** The first event that did not tell enough: the state lacks it until it has been loaded anew. */
  #lacking = Number.POSITIVE_INFINITY;
  /** How many changes of the user were saved, how many events changed something, how many answers were taken. */
  #saves = 0;
  #news = 0;
  #answers = 0;

  constructor({ log, initial, rules, reload, onReset, turn }: LiveValueOptions<State>) {
    this.#log = log;
    this.#rules = rules;
    this.#reload = reload;
    this.#truth = initial;
    this.#at = log.last;
    this.state = createStore<State>()(() => initial);
    this.#follower = {
      heard: ({ id, event }) => {
        if (rules[event.type]) this.#hear(turn);
        else this.#reach(id);
      },
      reached: (id) => this.#reach(id),
      restarted: (isReset) => {
        if (!isReset && log.covers(this.#at)) return;
        // Nothing from before is kept. Without this, a value made before the line began asks again for ever.
        this.#at = log.last;
        onReset?.();
        if (this.#isLoaded) this.#reloadSoon();
        else this.#dropContained();
      },
    };
    this.start();
  }

  /** Hears events, as from the beginning; again after it was stopped. */
  start(): void {
    this.#leave = this.#log.follow(this.#follower);
  }

  stop(): void {
    this.#leave();
  }

  /** Shows a change of the user at once, and takes it back when the service refuses it. */
  async change<Result>(
    step: (state: State) => State,
    save: (options: CallOptions) => Promise<Result>,
    /** What the change has become. */
    saved: (result: Result) => (state: State) => State = () => step,
  ): Promise<Result> {
    const own: OwnChange<State> = { step };
    const [news, answers] = [this.#news, this.#answers];
    this.#own.add(own);
    this.#show();
    try {
      const { reply, at } = await this.#log.save(save);
      this.#saves += 1;
      own.step = saved(reply);
      const isAnswered = answers !== this.#answers;
      // What was told meanwhile may be newer than this change, which will be told as well or was among it.
      if (news === this.#news && !isAnswered) this.#truth = own.step(this.#truth);
      if (at !== undefined) {
        // Without this, a row just deleted shows again for a moment: what comes next may be older than the change.
        own.until = at;
        this.#dropContained();
      } else if (isAnswered) {
        // Nobody knows whether the answer that came meanwhile contains the change.
        this.#log.background(this.#reload().finally(() => this.#drop(own)));
      } else this.#drop(own);
      return reply;
    } catch (failure) {
      this.#drop(own);
      throw failure;
    }
  }

  /** Changes the state without asking anybody. */
  update(step: (state: State) => State): void {
    this.#truth = step(this.#truth);
    this.#show();
  }

  /**
   * Asks the service and joins its answer with what was told meanwhile. `isWhole`: nothing of the state before is left.
   * One request for the same thing at a time: whoever asks again meanwhile waits for the same answer.
   */
  fetch<Reply>(
    what: string,
    request: (options: CallOptions) => Promise<Reply>,
    take: (state: State, reply: Reply, at: number) => State,
    { isWhole = false } = {},
  ): Promise<void> {
    return this.once(what, async () => {
      const { reply, at } = await this.#ask(request);
      const step = (state: State): State => take(state, reply, at);
      this.take(step, at, { isWhole });
    });
  }

  /** Joins an answer that somebody else has asked for. The same state means that nobody wants it any more. */
  take(step: (state: State) => State, at: number, { isWhole = false } = {}): void {
    const after = step(this.#truth);
    if (after === this.#truth) return;
    this.#truth = after;
    this.#isLoaded = true;
    this.#answers += 1;
    this.#at = isWhole ? at : Math.min(at, this.#at);
    this.#catchUp();
  }

  once(what: string, work: () => Promise<void>): Promise<void> {
    const running = this.#loading.get(what);
    if (running) return running;
    const started = work().finally(() => this.#loading.delete(what));
    this.#loading.set(what, started);
    return started;
  }

  /** An answer from before a gap in the events, or from before a change of the user was saved, is asked for again. */
  async #ask<Reply>(request: (options: CallOptions) => Promise<Reply>): Promise<Snapshot<Reply>> {
    let tries = 1;
    for (;;) {
      const saves = this.#saves;
      const { reply, at } = await this.#log.ask(request);
      const isCurrent = saves === this.#saves && this.#log.covers(at);
      if (isCurrent || tries === TRIES) return { reply, at: Math.max(at, this.#log.from) };
      // Asking again cannot go on for ever where it takes another gap each time, and nothing else makes up for one.
      if (at !== UNKNOWN) tries += 1;
    }
  }

  #hear(turn: (() => Promise<void>) | undefined): void {
    if (!turn) this.#catchUp();
    else if (!this.#isTurnDue) {
      this.#isTurnDue = true;
      const onTurn = (): void => {
        this.#isTurnDue = false;
        this.#catchUp();
      };
      this.#log.background(turn().then(onTurn));
    }
  }

  /** Applies what has been told and is not in the state yet. */
  #catchUp(): void {
    let isEnough = !this.#isLoaded || this.#log.covers(this.#at);
    for (const entry of this.#log.since(this.#at)) {
      this.#at = entry.id;
      if (this.#apply(entry)) continue;
      isEnough = false;
      this.#lacking = Math.min(this.#lacking, entry.id);
    }
    this.#dropContained();
    if (!isEnough) this.#reloadSoon();
  }

  /** Nothing up to this event changes the state: what is about others is contained in every state. */
  #reach(id: number): void {
    if (this.#isTurnDue || id <= this.#at) return;
    this.#at = id;
    if (this.#own.size > 0) this.#dropContained();
  }

  #drop(own: OwnChange<State>): void {
    this.#own.delete(own);
    this.#show();
  }

  /** What the user changed and the service has told of is in the state itself. */
  #dropContained(): void {
    const contained = Math.min(this.#at, this.#lacking - 1);
    for (const own of this.#own)
      if ((own.until ?? Number.POSITIVE_INFINITY) <= contained) this.#own.delete(own);
    this.#show();
  }

  #apply({ id, event }: NumberedEvent): boolean {
    // The rule stands under the type of its event: the two always fit, which the language cannot see.
    const rule = this.#rules[event.type] as
      | ((state: State, event: PushEvent, id: number) => State | undefined)
      | undefined;
    if (!rule) return true;
    const after = rule(this.#truth, event, id);
    if (after === undefined) return false;
    if (after !== this.#truth) this.#news += 1;
    this.#truth = after;
    return true;
  }

  /** What is being asked already may be answered without what was told just now. */
  #reloadSoon(): void {
    if (this.#isReloadDue) return;
    this.#isReloadDue = true;
    const answered = Promise.allSettled(this.#loading.values());
    const reload = async (): Promise<void> => {
      this.#isReloadDue = false;
      try {
        await this.#reload();
      } finally {
        if (!this.#isReloadDue) {
          this.#lacking = Number.POSITIVE_INFINITY;
          this.#dropContained();
        }
      }
    };
    this.#log.background(answered.then(reload));
  }

  #show(): void {
    let shown = this.#truth;
    for (const { step } of this.#own) shown = step(shown);
    if (shown !== this.state.getState()) this.state.setState(shown, true);
  }
}
