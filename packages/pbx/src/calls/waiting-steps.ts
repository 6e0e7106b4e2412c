import type { CallChange } from "./call-change.ts";
import type { CallEvent } from "./call-event.ts";
import type { CallState, Channel, Seat, StateNamed } from "./call-state.ts";
import { answerNear, route, takeSeat, waitOn } from "./near-steps.ts";
import { type RingPlan, startRing } from "./ring-steps.ts";

type Waiting = StateNamed<"waiting">;

/** In a queue, until agents are rung or it gives up. */
export function stepWaiting(
  change: CallChange,
  state: Waiting,
  event: CallEvent,
  reattachMs: number,
): CallState {
  const { near, queueId } = state;
  switch (event.type) {
    case "legEnded":
      return near.channel.id === event.channelId ? change.end(state, "hungUp", event.channelId) : state;
    case "legLost":
      return onLost(change, state, event.channelId, reattachMs);
    case "attached":
      return onAttached(change, state, event.channel);
    case "timeUp":
      return near.kind === "lost" ? change.end(state, "lost", near.channel.id) : state;
    case "agentsOffered": {
      const plan: RingPlan = { stages: [event.stage], fallbacks: {}, hasMusic: true };
      const outcome = startRing(change, plan);
      if (outcome.kind === "over") return waitOn(change, near, queueId);
      return {
        name: "ringing",
        core: change.core,
        near,
        ring: outcome.ring,
        purpose: { kind: "queue", queueId },
      };
    }
    case "queueGaveUp":
      // Nobody is there to be sent elsewhere.
      if (near.kind === "lost") return change.end(state, "lost", near.channel.id);
      change.emit({ type: "queueLeft", queueId });
      change.patch({ queueId: undefined });
      if (event.next) return route(change, near, { kind: "dial" }, event.next, "noAnswer");
      return change.end({ name: "routing", core: change.core, near, purpose: { kind: "dial" } }, "noAnswer");
    default:
      return state;
  }
}

function onLost(change: CallChange, state: Waiting, channelId: string, reattachMs: number): CallState {
  const { channel, kind } = state.near;
  if (channel.id !== channelId || kind === "lost") return state;
  change.emit({ type: "release", channelId, cause: "lost" });
  // A carrier does not call back into a call that it has lost.
  if (channel.party.endpointId === undefined) return change.end(state, "lost", channelId);
  const near: Seat = { kind: "lost", channel, until: change.at + reattachMs };
  return { ...state, near };
}

function onAttached(change: CallChange, state: Waiting, newcomer: Channel): CallState {
  const seat = takeSeat(change, state.near, newcomer);
  return seat ? { ...state, near: answerNear(change, seat) } : state;
}
