import {
  FAIL_TRANSPORT,
  giveUp,
  type Machine,
  type MachineSettings,
  type ServerAction,
  type ServerEvent,
  STOP_TIMERS,
  type Step,
  stay,
  TERMINATED,
} from "./machine.ts";

/**
 * RFC 3261 §17.2.2, every method but INVITE and ACK.
 *
 *   trying --1xx--> proceeding --final--> completed --J--> terminated
 *      |--final: as from proceeding
 *      |--silent--> terminated (from both)
 */
export type RequestServerState =
  | { readonly name: "trying" }
  | { readonly name: "proceeding" }
  | { readonly name: "completed" }
  | { readonly name: "terminated" };

type RequestServerTimer = "J" | "silent";

type RequestServerEvent = ServerEvent<RequestServerTimer>;
type RequestServerAction = ServerAction<RequestServerTimer>;
type RequestServerStep = Step<RequestServerState, RequestServerAction>;

function startRequestServer(settings: MachineSettings): RequestServerStep {
  // RFC 4320 §4.2: after 64*T1 the far end has given up and no late answer must be sent; and a handler that
  // forgets a request would otherwise keep it for ever.
  return { state: { name: "trying" }, actions: [giveUp("silent", settings)] };
}

function stepRequestServer(
  state: RequestServerState,
  event: RequestServerEvent,
  settings: MachineSettings,
): RequestServerStep {
  if (state.name === "terminated") return stay(state);
  switch (event.type) {
    case "repeated":
      return state.name === "trying" ? stay(state) : { state, actions: [{ do: "resend" }] };
    case "respond":
      return onRespond(state, event.status, settings);
    case "timer":
      return onTimer(state, event.timer);
    case "transportFailed":
      return { state: TERMINATED, actions: [STOP_TIMERS, FAIL_TRANSPORT] };
    case "acknowledged":
      return stay(state);
  }
}

function onRespond(state: RequestServerState, status: number, settings: MachineSettings): RequestServerStep {
  if (state.name === "completed") return stay(state);
  if (status < 200) {
    const next = state.name === "proceeding" ? state : ({ name: "proceeding" } as const);
    return { state: next, actions: [{ do: "send" }] };
  }
  if (settings.isReliable) return { state: TERMINATED, actions: [STOP_TIMERS, { do: "send" }] };
  return { state: { name: "completed" }, actions: [STOP_TIMERS, giveUp("J", settings), { do: "send" }] };
}

function onTimer(state: RequestServerState, timer: RequestServerTimer): RequestServerStep {
  const isOver = state.name === "completed" ? timer === "J" : timer === "silent";
  return isOver ? { state: TERMINATED, actions: [STOP_TIMERS] } : stay(state);
}

export const requestServerMachine: Machine<RequestServerState, RequestServerEvent, RequestServerAction> = {
  start: startRequestServer,
  step: stepRequestServer,
};
