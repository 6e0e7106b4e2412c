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
 *   trying --1xx--> proceeding --final--> terminated
 *      |--final: as from proceeding
 *      |--silent--> terminated (from both)
 *
 * The RFC's Completed state, in which repeats get the final response until Timer J fires, is that of AnsweredRequests:
 * nothing can happen in it that a machine would have to decide.
 */
export type RequestServerState =
  | { readonly name: "trying" }
  | { readonly name: "proceeding" }
  | { readonly name: "terminated" };

type RequestServerTimer = "silent";

type RequestServerEvent = ServerEvent<RequestServerTimer>;
type RequestServerAction = ServerAction<RequestServerTimer>;
type RequestServerStep = Step<RequestServerState, RequestServerAction>;

function startRequestServer(settings: MachineSettings): RequestServerStep {
  // RFC 4320 §4.2: after 64*T1 the far end has given up and no late answer must be sent; and a handler that
  // forgets a request would otherwise keep it forever.
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
      return { state: TERMINATED, actions: [STOP_TIMERS] };
    case "transportFailed":
      return { state: TERMINATED, actions: [STOP_TIMERS, FAIL_TRANSPORT] };
    case "acknowledged":
      return stay(state);
  }
}

function onRespond(state: RequestServerState, status: number, settings: MachineSettings): RequestServerStep {
  if (status < 200) {
    const next = state.name === "proceeding" ? state : ({ name: "proceeding" } as const);
    return { state: next, actions: [{ do: "send" }] };
  }
  return { state: TERMINATED, actions: settings.isReliable ? FINISH : FINISH_AND_REMEMBER };
}

const FINISH: readonly RequestServerAction[] = [STOP_TIMERS, { do: "send" }];
const FINISH_AND_REMEMBER: readonly RequestServerAction[] = [...FINISH, { do: "remember" }];

export const requestServerMachine: Machine<RequestServerState, RequestServerEvent, RequestServerAction> = {
  start: startRequestServer,
  step: stepRequestServer,
};
