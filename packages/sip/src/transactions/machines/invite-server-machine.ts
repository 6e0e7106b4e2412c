import {
  FAIL_TIMEOUT,
  FAIL_TRANSPORT,
  giveUp,
  type Machine,
  type MachineSettings,
  type ServerAction,
  type ServerEvent,
  STOP_TIMERS,
  type Step,
  start,
  stay,
  TERMINATED,
} from "./machine.ts";

/**
 * RFC 3261 §17.2.1 with the Accepted state of RFC 6026 §7.1.
 *
 *   proceeding --2xx--> accepted --L--> terminated
 *      |--3xx-6xx--> completed --ACK--> confirmed --I--> terminated
 *                        |--H--> terminated
 */
export type InviteServerState =
  | { readonly name: "proceeding" }
  /** A 2xx went out. Repeated INVITEs are swallowed; the user agent repeats its 2xx itself until the ACK. */
  | { readonly name: "accepted" }
  | { readonly name: "completed"; readonly retransmitMs: number }
  | { readonly name: "confirmed" }
  | { readonly name: "terminated" };

type InviteServerTimer = "trying" | "G" | "H" | "I" | "L";

type InviteServerEvent = ServerEvent<InviteServerTimer>;
type InviteServerAction = ServerAction<InviteServerTimer>;
type InviteServerStep = Step<InviteServerState, InviteServerAction>;

/** RFC 3261 §17.2.1: silence longer than this would make the far end send its INVITE again. */
const TRYING_AFTER_MS = 200;

function startInviteServer(): InviteServerStep {
  return { state: { name: "proceeding" }, actions: [start("trying", TRYING_AFTER_MS)] };
}

function stepInviteServer(
  state: InviteServerState,
  event: InviteServerEvent,
  settings: MachineSettings,
): InviteServerStep {
  switch (event.type) {
    case "repeated":
      return state.name === "proceeding" || state.name === "completed"
        ? { state, actions: [{ do: "resend" }] }
        : stay(state);
    case "acknowledged":
      return onAck(state, settings);
    case "respond":
      return onRespond(state, event.status, settings);
    case "timer":
      return onTimer(state, event.timer, settings);
    case "transportFailed":
      // RFC 6026 §7.1 stays where it is: the next datagram may get through, and the timers end it if none does.
      return state.name === "terminated" ? stay(state) : { state, actions: [FAIL_TRANSPORT] };
  }
}

function onAck(state: InviteServerState, settings: MachineSettings): InviteServerStep {
  if (state.name === "accepted") return { state, actions: [{ do: "deliverAck" }] };
  if (state.name !== "completed") return stay(state);
  if (settings.isReliable) return { state: TERMINATED, actions: [STOP_TIMERS] };
  return { state: { name: "confirmed" }, actions: [STOP_TIMERS, start("I", settings.timers.t4)] };
}

function onRespond(state: InviteServerState, status: number, settings: MachineSettings): InviteServerStep {
  const isSuccess = status >= 200 && status < 300;
  if (state.name === "accepted") return isSuccess ? { state, actions: [{ do: "send" }] } : stay(state);
  if (state.name !== "proceeding") return stay(state);
  if (status < 200) return { state, actions: [STOP_TIMERS, { do: "send" }] };
  if (isSuccess) {
    return { state: { name: "accepted" }, actions: [STOP_TIMERS, giveUp("L", settings), { do: "send" }] };
  }
  const { t1 } = settings.timers;
  const actions: InviteServerAction[] = [STOP_TIMERS, giveUp("H", settings)];
  if (!settings.isReliable) actions.push(start("G", t1));
  return { state: { name: "completed", retransmitMs: t1 }, actions: [...actions, { do: "send" }] };
}

function onTimer(
  state: InviteServerState,
  timer: InviteServerTimer,
  settings: MachineSettings,
): InviteServerStep {
  switch (state.name) {
    case "proceeding":
      return timer === "trying" ? { state, actions: [{ do: "sendTrying" }] } : stay(state);
    case "completed": {
      if (timer === "H") return { state: TERMINATED, actions: [STOP_TIMERS, FAIL_TIMEOUT] };
      if (timer !== "G") return stay(state);
      const retransmitMs = Math.min(state.retransmitMs * 2, settings.timers.t2);
      return {
        state: { name: "completed", retransmitMs },
        actions: [start("G", retransmitMs), { do: "resend" }],
      };
    }
    case "confirmed":
      return timer === "I" ? { state: TERMINATED, actions: [STOP_TIMERS] } : stay(state);
    case "accepted":
      return timer === "L" ? { state: TERMINATED, actions: [STOP_TIMERS] } : stay(state);
    case "terminated":
      return stay(state);
  }
}

export const inviteServerMachine: Machine<InviteServerState, InviteServerEvent, InviteServerAction> = {
  start: startInviteServer,
  step: stepInviteServer,
};
