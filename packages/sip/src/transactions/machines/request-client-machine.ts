import {
  type ClientAction,
  type ClientEvent,
  FAIL_TIMEOUT,
  FAIL_TRANSPORT,
  giveUp,
  type Machine,
  type MachineSettings,
  STOP_TIMERS,
  type Step,
  start,
  stay,
  TERMINATED,
} from "./machine.ts";

/**
 * RFC 3261 §17.1.2, every method but INVITE and ACK.
 *
 *   trying --1xx--> proceeding --final--> completed --K--> terminated
 *      |--final: as from proceeding         |
 *      |--F, transport--> terminated <--F---+ (both)
 */
export type RequestClientState =
  | { readonly name: "trying"; readonly retransmitMs: number }
  | { readonly name: "proceeding" }
  | { readonly name: "completed" }
  | { readonly name: "terminated" };

type RequestClientTimer = "E" | "F" | "K";

type RequestClientEvent = ClientEvent<RequestClientTimer>;
type RequestClientAction = ClientAction<RequestClientTimer>;
type RequestClientStep = Step<RequestClientState, RequestClientAction>;

function startRequestClient(settings: MachineSettings): RequestClientStep {
  const { t1 } = settings.timers;
  const actions: RequestClientAction[] = [giveUp("F", settings)];
  if (!settings.isReliable) actions.push(start("E", t1));
  actions.push({ do: "send" });
  return { state: { name: "trying", retransmitMs: t1 }, actions };
}

function stepRequestClient(
  state: RequestClientState,
  event: RequestClientEvent,
  settings: MachineSettings,
): RequestClientStep {
  // §17.1.2.2: in completed, responses are repeats and failures are nobody's concern any more.
  if (state.name === "terminated") return stay(state);
  if (state.name === "completed") {
    const isDone = event.type === "timer" && event.timer === "K";
    return isDone ? { state: TERMINATED, actions: [STOP_TIMERS] } : stay(state);
  }
  switch (event.type) {
    case "response":
      return onResponse(state, event.status, settings);
    case "timer":
      return onTimer(state, event.timer, settings);
    case "transportFailed":
      return { state: TERMINATED, actions: [STOP_TIMERS, FAIL_TRANSPORT] };
    case "cancelSent":
      return stay(state);
  }
}

function onResponse(state: RequestClientState, status: number, settings: MachineSettings): RequestClientStep {
  if (status < 200) {
    const next = state.name === "proceeding" ? state : ({ name: "proceeding" } as const);
    return { state: next, actions: [{ do: "deliver" }] };
  }
  if (settings.isReliable) return { state: TERMINATED, actions: [STOP_TIMERS, { do: "deliver" }] };
  return {
    state: { name: "completed" },
    actions: [STOP_TIMERS, start("K", settings.timers.t4), { do: "deliver" }],
  };
}

function onTimer(
  state: RequestClientState,
  timer: RequestClientTimer,
  settings: MachineSettings,
): RequestClientStep {
  if (timer === "F") return { state: TERMINATED, actions: [STOP_TIMERS, FAIL_TIMEOUT] };
  if (timer !== "E") return stay(state);
  const { t2 } = settings.timers;
  if (state.name !== "trying") return { state, actions: [start("E", t2), { do: "send" }] };
  const retransmitMs = Math.min(state.retransmitMs * 2, t2);
  return { state: { name: "trying", retransmitMs }, actions: [start("E", retransmitMs), { do: "send" }] };
}

export const requestClientMachine: Machine<RequestClientState, RequestClientEvent, RequestClientAction> = {
  start: startRequestClient,
  step: stepRequestClient,
};
