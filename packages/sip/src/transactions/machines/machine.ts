import { giveUpMs, type TimerSettings } from "./timer-settings.ts";

/** What a machine decided: its next state and, as data, what the shell around it is to do. */
export interface Step<State, Action> {
  readonly state: State;
  readonly actions: readonly Action[];
}

/** What the four machines need to know of their surroundings. */
export interface MachineSettings {
  readonly timers: TimerSettings;
  readonly isReliable: boolean;
}

export type TimerAction<Timer extends string> =
  | { readonly do: "start"; readonly timer: Timer; readonly ms: number }
  /** All timers of the state that is left. */
  | { readonly do: "stopTimers" };

export type FailureReason = "timeout" | "transport";

/** What every machine hears. */
export type CommonEvent<Timer extends string> =
  | { readonly type: "timer"; readonly timer: Timer }
  | { readonly type: "transportFailed" };

export type ClientEvent<Timer extends string> =
  | CommonEvent<Timer>
  | { readonly type: "response"; readonly status: number }
  /** INVITE only: the CANCEL is a transaction of its own, but this one must not wait forever. */
  | { readonly type: "cancelSent" };

export type ClientAction<Timer extends string> =
  | TimerAction<Timer>
  | { readonly do: "send" }
  | { readonly do: "acknowledge" }
  /** The response goes up. */
  | { readonly do: "deliver" }
  | { readonly do: "fail"; readonly reason: FailureReason };

export type ServerEvent<Timer extends string> =
  | CommonEvent<Timer>
  /** The same request again. */
  | { readonly type: "repeated" }
  /** INVITE only. */
  | { readonly type: "acknowledged" }
  | { readonly type: "respond"; readonly status: number };

export type ServerAction<Timer extends string> =
  | TimerAction<Timer>
  /** The response the event brought. */
  | { readonly do: "send" }
  /** The last response again. */
  | { readonly do: "resend" }
  | { readonly do: "sendTrying" }
  /** The machine is done; its last response is for requests that come again. */
  | { readonly do: "remember" }
  /** The ACK belongs to a 2xx and goes up. */
  | { readonly do: "deliverAck" }
  | { readonly do: "fail"; readonly reason: FailureReason };

/** A pair of pure functions. `step` returns the same state object when the event changes nothing. */
export interface Machine<State extends { readonly name: string }, Event, Action> {
  start(settings: MachineSettings): Step<State, Action>;
  step(state: State, event: Event, settings: MachineSettings): Step<State, Action>;
}

export const STOP_TIMERS = { do: "stopTimers" } as const;
export const FAIL_TIMEOUT = { do: "fail", reason: "timeout" } as const;
export const FAIL_TRANSPORT = { do: "fail", reason: "transport" } as const;
export const TERMINATED = { name: "terminated" } as const;

export function start<Timer extends string>(timer: Timer, ms: number): TimerAction<Timer> {
  return { do: "start", timer, ms };
}

export function giveUp<Timer extends string>(timer: Timer, settings: MachineSettings): TimerAction<Timer> {
  return start(timer, giveUpMs(settings.timers));
}

const NO_ACTIONS: readonly never[] = [];

/** Nothing happens: the same state object, so that callers can compare with `===`. */
export function stay<State>(state: State): Step<State, never> {
  return { state, actions: NO_ACTIONS };
}
