import type { CancelTimer, Clock } from "@offhook/kernel";
import type { PhoneCore } from "../phone-core.ts";
import type { SoftPhonePorts } from "../phone-ports.ts";
import { type PlannedDigit, sendPlanned, textOfPlan } from "../sound/digit-sender.ts";
import { isLive, isTalk, type LivePhoneCall } from "./active-call.ts";
import type { CallCommands } from "./call-commands.ts";

/** Starting or answering a call puts the others on hold after this time. */
export const HOLD_OTHERS_MS = 500;

export interface CallRulesOptions extends Pick<SoftPhonePorts, "notify" | "log"> {
  readonly clock: Clock;
  readonly core: Pick<PhoneCore, "model" | "dispatch">;
  readonly commands: CallCommands;
  readonly sendDigit: (id: string, key: string) => void;
}

/** What follows by itself when a call begins or is answered. */
export class CallRules {
  readonly #options: CallRulesOptions;
  readonly #planned = new Map<string, readonly PlannedDigit[]>();
  readonly #sending = new Map<string, () => void>();
  readonly #aboutToHold = new Map<string, CancelTimer>();

  constructor(options: CallRulesOptions) {
    this.#options = options;
  }

  /** Digits to be sent once this call is answered. */
  plan(id: string, digits: readonly PlannedDigit[]): void {
    if (digits.length > 0) this.#planned.set(id, [...(this.#planned.get(id) ?? []), ...digits]);
  }

  /** Digits for a call that goes on: the first at once, the others at their distance, after those on their way. */
  sendNow(id: string, digits: readonly PlannedDigit[]): void {
    if (this.#sending.has(id)) this.plan(id, digits);
    else
      this.#send(
        id,
        digits.map((digit, index) => (index === 0 ? { ...digit, waitMs: 0 } : digit)),
      );
  }

  callBegan(id: string): void {
    const hold = (): void => {
      this.#aboutToHold.delete(id);
      this.holdOthers(id);
    };
    this.#aboutToHold.set(id, this.#options.clock.schedule(HOLD_OTHERS_MS, hold));
  }

  callAnswered(id: string): void {
    const call = this.#find(id);
    if (!call) return;
    this.#joinPending(call);
    this.#restoreSwitches(call);
    this.#sendPlan(id);
  }

  /** Every other talk of this tab, except those of the same conference. */
  holdOthers(id: string): void {
    const { core, commands, log } = this.#options;
    const call = this.#find(id);
    if (!call) return;
    const initiator = this.#find(core.model.local.get(id)?.joinTo ?? "");
    // They are about to be joined: holding them now would cross with that.
    const awaited = initiator && isTalk(call) ? commands.together(initiator) : [];
    const together = new Set([...commands.together(call), ...awaited].map((each) => each.id));
    for (const other of this.#calls()) {
      if (other.id === id || other.place !== "here" || !isTalk(other) || other.hold) continue;
      if (!together.has(other.id)) void commands.holdOne(other, true).catch(log);
    }
  }

  stop(): void {
    for (const cancel of this.#sending.values()) cancel();
    for (const cancel of this.#aboutToHold.values()) cancel();
    this.#sending.clear();
    this.#aboutToHold.clear();
    this.#planned.clear();
  }

  #calls(): readonly LivePhoneCall[] {
    return this.#options.core.model.calls.filter(isLive);
  }

  #find(id: string): LivePhoneCall | undefined {
    return this.#calls().find((call) => call.id === id);
  }

  /** A queued call that became active joins the conference it was meant for, or makes one with its initiator. */
  #joinPending(call: LivePhoneCall): void {
    const { core, commands, notify } = this.#options;
    const joinTo = core.model.local.get(call.id)?.joinTo;
    const initiator = joinTo === undefined ? undefined : this.#find(joinTo);
    if (!initiator) return;
    // Answered so soon that nobody was put on hold yet: those it joins must not be, once they are joined.
    this.#aboutToHold.get(call.id)?.();
    this.#aboutToHold.delete(call.id);
    void commands
      .conference([initiator, call])
      .catch((failure: Error) => notify(failure.message, "error"))
      .finally(() => core.dispatch({ type: "changed", id: call.id, change: { joinTo: undefined } }));
  }

  /** A part that comes back has forgotten that it was muted or held the other. */
  #restoreSwitches(call: LivePhoneCall): void {
    const { core, commands, log } = this.#options;
    const notes = core.model.notes.get(call.callid);
    if (notes?.muted) void commands.setMuted(call, true).catch(log);
    if (notes?.hold) void commands.holdOne(call, true).catch(log);
  }

  #sendPlan(id: string): void {
    const plan = this.#planned.get(id);
    this.#planned.delete(id);
    if (plan) this.#send(id, plan);
  }

  #send(id: string, plan: readonly PlannedDigit[]): void {
    const { clock, core, sendDigit } = this.#options;
    const change = (extensions: string, isDialingExtension: boolean): void =>
      core.dispatch({ type: "changed", id, change: { extensions, isDialingExtension } });
    change(textOfPlan(plan), true);
    const cancel = sendPlanned(clock, plan, (key, rest) => {
      if (!this.#find(id)) {
        this.#sending.get(id)?.();
        this.#sending.delete(id);
        return;
      }
      sendDigit(id, key);
      change(rest, rest !== "");
      if (rest !== "") return;
      this.#sending.delete(id);
      this.#sendPlan(id);
    });
    this.#sending.set(id, cancel);
  }
}
