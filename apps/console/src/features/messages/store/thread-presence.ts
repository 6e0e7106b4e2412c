import type { SmsAddress, SmsPresence, SmsPresenceUpdate, SmsViewer } from "@offhook/contract";
import type { CancelTimer, Clock } from "@offhook/kernel";
import type { StoreApi } from "zustand/vanilla";
import type { EventLog } from "../../../platform/live/event-log.ts";
import { LiveValue } from "../../../platform/live/live-value.ts";
import { conversationKey, type TextApi } from "./text-api.ts";

/** By `conversationKey`, without the user. */
export type PresenceState = ReadonlyMap<string, readonly SmsViewer[]>;

export interface ThreadPresenceOptions {
  readonly api: Pick<TextApi, "presence" | "tellPresence">;
  readonly log: EventLog;
  readonly clock: Clock;
  readonly userId: number;
}

/** The service forgets users after twenty seconds unless their client reports them again. */
const REPEAT_MS = 8_000;
/** A user who has sent a text often goes on at once; and the text itself goes first. */
const STOPPED_MS = 400;
/** Whoever pastes a text and sends it has not been writing for anybody to see. */
const STARTED_MS = 250;
/** A user who has not typed for so long is reading again. */
const TYPING_MS = 6_000;

/** The users who look at each conversation or write in it, so that nobody answers twice. */
export class ThreadPresence {
  readonly state: StoreApi<PresenceState>;
  readonly #options: ThreadPresenceOptions;
  readonly #live: LiveValue<PresenceState>;
  #here: SmsAddress | undefined;
  #told: SmsPresenceUpdate["state"] = "gone";
  #typedAt = Number.NEGATIVE_INFINITY;
  #toldAt = Number.NEGATIVE_INFINITY;
  #cancelRepeat: CancelTimer = () => {};

  constructor(options: ThreadPresenceOptions) {
    this.#options = options;
    this.#live = new LiveValue<PresenceState>({
      log: options.log,
      initial: new Map(),
      rules: { SMS_PRESENCE: (state, presence) => this.#with(state, presence) },
      reload: () => this.load(),
    });
    this.state = this.#live.state;
  }

  load(): Promise<void> {
    return this.#live.fetch("presence", this.#options.api.presence, (_state, all) =>
      all.reduce((state, presence) => this.#with(state, presence), new Map() as PresenceState),
    );
  }

  stop(): void {
    this.leave();
    this.#live.stop();
  }

  /** The user looks at this conversation until they leave it. */
  enter(address: SmsAddress): void {
    if (this.#here && conversationKey(this.#here) === conversationKey(address)) return;
    this.leave();
    this.#here = address;
    this.#say();
  }

  typed(): void {
    const hadBegun = this.#isTyping();
    this.#typedAt = this.#options.clock.now();
    if (this.#here && this.#told !== "replying" && !hadBegun) this.#sayAfter(STARTED_MS);
  }

  /** It was sent, or the field is empty again. */
  stoppedTyping(): void {
    this.#typedAt = Number.NEGATIVE_INFINITY;
    if (!this.#here) return;
    const repeatAt = this.#toldAt + REPEAT_MS;
    this.#sayAfter(
      this.#told === "replying" ? STOPPED_MS : Math.max(0, repeatAt - this.#options.clock.now()),
    );
  }

  /** Whatever the user looks at; or this one, if it is still the one. */
  leave(left?: SmsAddress): void {
    const address = this.#here;
    if (left && (!address || conversationKey(left) !== conversationKey(address))) return;
    this.#cancelRepeat();
    this.#here = undefined;
    if (address) this.#tell({ ...address, state: "gone" });
  }

  #with(before: PresenceState, { smsLine, conversation, people }: SmsPresence): PresenceState {
    const others = people.filter(({ user_id }) => user_id !== this.#options.userId);
    const state = new Map(before);
    const key = conversationKey({ sms_line: smsLine, conversation });
    if (others.length === 0) state.delete(key);
    else state.set(key, others);
    return state;
  }

  #say(): void {
    if (!this.#here) return;
    const isTyping = this.#isTyping();
    this.#tell({ ...this.#here, state: isTyping ? "replying" : "viewing" });
    this.#sayAfter(isTyping ? TYPING_MS : REPEAT_MS);
  }

  #isTyping(): boolean {
    return this.#options.clock.now() - this.#typedAt < TYPING_MS;
  }

  #sayAfter(waitMs: number): void {
    this.#cancelRepeat();
    this.#cancelRepeat = this.#options.clock.schedule(waitMs, () => this.#say());
  }

  #tell(update: SmsPresenceUpdate): void {
    this.#told = update.state;
    this.#toldAt = this.#options.clock.now();
    // A sign of life that gets lost is repeated by the next.
    this.#options.api.tellPresence(update).catch(() => {});
  }
}
