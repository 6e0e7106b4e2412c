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
 * RFC 3261 §17.1.1 with the Accepted state of RFC 6026 §7.2.
 *
 *   calling --1xx--> proceeding --2xx--> accepted --M--> terminated
 *      |                  |--3xx-6xx--> completed --D--> terminated
 *      |--2xx, 3xx-6xx: as from proceeding
 *      |--B, transport--> terminated
 */
export type InviteClientState =
  | { readonly name: "calling"; readonly retransmitMs: number }
  | { readonly name: "proceeding" }
  /** A final refusal came; its retransmissions are acknowledged here and nobody else hears of them. */
  | { readonly name: "completed" }
  /** A 2xx came; more of them, from other branches of a fork too, go up to be acknowledged there. */
  | { readonly name: "accepted" }
  | { readonly name: "terminated" };

type InviteClientTimer = "A" | "B" | "D" | "M" | "cancelled";

type InviteClientEvent = ClientEvent<InviteClientTimer>;
type InviteClientAction = ClientAction<InviteClientTimer>;
type InviteClientStep = Step<InviteClientState, InviteClientAction>;

/** Timer D for unreliable transports: "at least 32 seconds". */
const WAIT_FOR_REPEATS_MS = 32_000;

function startInviteClient(settings: MachineSettings): InviteClientStep {
  const { t1 } = settings.timers;
  const actions: InviteClientAction[] = [giveUp("B", settings)];
  if (!settings.isReliable) actions.push(start("A", t1));
  actions.push({ do: "send" });
  return { state: { name: "calling", retransmitMs: t1 }, actions };
}

function stepInviteClient(
  state: InviteClientState,
  event: InviteClientEvent,
  settings: MachineSettings,
): InviteClientStep {
  switch (event.type) {
    case "response":
      return onResponse(state, event.status, settings);
    case "timer":
      return onTimer(state, event.timer);
    case "transportFailed":
      return state.name === "terminated"
        ? stay(state)
        : { state: TERMINATED, actions: [STOP_TIMERS, FAIL_TRANSPORT] };
    case "cancelSent":
      // RFC 3261 §9.1: if even the 487 does not come within 64*T1, the INVITE counts as canceled.
      return state.name === "proceeding" ? { state, actions: [giveUp("cancelled", settings)] } : stay(state);
  }
}

function onResponse(state: InviteClientState, status: number, settings: MachineSettings): InviteClientStep {
  switch (state.name) {
    case "calling":
    case "proceeding":
      if (status < 200) return onProvisional(state);
      if (status < 300) {
        return {
          state: { name: "accepted" },
          actions: [STOP_TIMERS, giveUp("M", settings), { do: "deliver" }],
        };
      }
      return onRefusal(settings);
    case "accepted":
      return status >= 200 && status < 300 ? { state, actions: [{ do: "deliver" }] } : stay(state);
    case "completed":
      return status >= 300 ? { state, actions: [{ do: "acknowledge" }] } : stay(state);
    case "terminated":
      return stay(state);
  }
}

function onProvisional(state: InviteClientState): InviteClientStep {
  if (state.name === "proceeding") return { state, actions: [{ do: "deliver" }] };
  return { state: { name: "proceeding" }, actions: [STOP_TIMERS, { do: "deliver" }] };
}

function onRefusal(settings: MachineSettings): InviteClientStep {
  const actions: InviteClientAction[] = [STOP_TIMERS, { do: "acknowledge" }];
  // On a reliable transport the refusal cannot come twice and Timer D is zero.
  if (settings.isReliable) return { state: TERMINATED, actions: [...actions, { do: "deliver" }] };
  return {
    state: { name: "completed" },
    actions: [...actions, start("D", WAIT_FOR_REPEATS_MS), { do: "deliver" }],
  };
}

function onTimer(state: InviteClientState, timer: InviteClientTimer): InviteClientStep {
  if (state.name === "calling" && timer === "A") {
    const retransmitMs = state.retransmitMs * 2;
    return { state: { name: "calling", retransmitMs }, actions: [start("A", retransmitMs), { do: "send" }] };
  }
  const isTooLate =
    (state.name === "calling" && timer === "B") || (state.name === "proceeding" && timer === "cancelled");
  if (isTooLate) return { state: TERMINATED, actions: [STOP_TIMERS, FAIL_TIMEOUT] };
  const isDone =
    (state.name === "completed" && timer === "D") || (state.name === "accepted" && timer === "M");
  return isDone ? { state: TERMINATED, actions: [STOP_TIMERS] } : stay(state);
}

export const inviteClientMachine: Machine<InviteClientState, InviteClientEvent, InviteClientAction> = {
  start: startInviteClient,
  step: stepInviteClient,
};
