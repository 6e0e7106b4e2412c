import type { CallChange } from "../call-change.ts";
import type { CallEvent, Route } from "../call-event.ts";
import type { CallState, RingPurpose, StateNamed } from "../call-state.ts";
import type { HangupCause } from "../hangup-cause.ts";
import { afterNobody, answerNear, backTo, parkedState } from "./near-steps.ts";
import { isAwaiting, startRing } from "./ring-steps.ts";

type Routing = StateNamed<"routing">;

export function stepRouting(change: CallChange, state: Routing, event: CallEvent): CallState {
  switch (event.type) {
    case "routed":
      return onRouted(change, state, event.route);
    case "legEnded":
      return onLegEnded(change, state, event.channelId, event.cause);
    default:
      return state;
  }
}

function onLegEnded(change: CallChange, state: Routing, channelId: string, cause: HangupCause): CallState {
  const { near, purpose } = state;
  if (near.channel.id === channelId) return change.end(state, near.isAnswered ? "hungUp" : cause, channelId);
  if (purpose.kind !== "transfer" || purpose.transferor.seat?.channel.id !== channelId) return state;
  change.close(purpose.transferor.seat.channel.recordId, "replaced");
  const transferor = { party: purpose.transferor.party, seat: undefined };
  return { ...state, core: change.core, purpose: { kind: "transfer", transferor } };
}

function onRouted(change: CallChange, state: Routing, decided: Route): CallState {
  change.patch({ visited: decided.visited, via: decided.via ?? change.core.via });
  for (const { target, cause } of decided.missed) {
    change.open(target);
    change.close(target.record.id, cause);
  }
  for (const turnedAway of decided.turnedAway ?? []) change.emit({ type: "queueTurnedAway", ...turnedAway });
  // Whoever is called back has a phone that rings; what else is there now is not who asked for it.
  if (state.purpose.kind === "callback" && decided.kind !== "ring")
    return afterNobody(change, state, decided.kind === "refuse" ? decided.cause : "notFound", undefined);
  switch (decided.kind) {
    case "ring":
      return onRing(change, state, decided);
    case "queue": {
      release(change, state.purpose);
      const near = answerNear(change, state.near);
      const { queueId, musicPath, priority, skills, recording: queueRecording } = decided;
      const { waitingSince = change.at } = change.core;
      change.patch({ queueId, musicPath, queueRecording, waitingSince });
      change.emit({ type: "queueEntered", queueId, waitingSince, priority, skills });
      return { name: "waiting", core: change.core, near, queueId };
    }
    case "application": {
      release(change, state.purpose);
      const near = answerNear(change, state.near);
      const { application } = decided;
      change.emit({ type: "runApplication", channelId: near.channel.id, application });
      return { name: "application", core: change.core, near, application };
    }
    case "park": {
      const { purpose, near } = state;
      const { slot, timeoutMs } = decided;
      const transferor = purpose.kind === "transfer" ? purpose.transferor : undefined;
      const onTimeout = decided.onTimeout ?? backTo(transferor?.party);
      const listener = transferor?.seat;
      return parkedState(change, { near: answerNear(change, near), slot, timeoutMs, onTimeout, listener });
    }
    case "refuse":
      return afterNobody(change, state, decided.cause, undefined);
  }
}

function onRing(change: CallChange, state: Routing, plan: Extract<Route, { kind: "ring" }>): CallState {
  const outcome = startRing(change, plan);
  const { near, purpose } = state;
  if (outcome.kind === "over")
    return afterNobody(change, state, outcome.cause, outcome.fallbacks[outcome.cause]);
  if (!near.isAnswered && plan.hasMusic)
    change.emit({ type: "progress", channelId: near.channel.id, kind: "early" });
  // Whoever waits for a page that is being opened hears a phone ring meanwhile.
  else if (!near.isAnswered && isAwaiting(outcome.ring))
    change.emit({ type: "progress", channelId: near.channel.id, kind: "ringing" });
  return { name: "ringing", core: change.core, near, ring: outcome.ring, purpose };
}

/** The transfer went to something that always answers: whoever asked for it is done. */
function release(change: CallChange, purpose: RingPurpose): void {
  if (purpose.kind !== "transfer") return;
  const { seat } = purpose.transferor;
  if (seat) change.emit({ type: "reportTransfer", channelId: seat.channel.id, status: 200 });
  change.dismiss(seat, "replaced");
}
