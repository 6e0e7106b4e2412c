import type { CallChange } from "../call-change.ts";
import type { CallEvent } from "../call-event.ts";
import type { CallState, Channel, StateNamed } from "../call-state.ts";
import { answerNear, endAlone, leaveQueue, loseAlone, takeSeat, waitOn } from "./near-steps.ts";
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
    case "timeUp":
      return endAlone(change, state, event);
    case "legLost":
      return loseAlone(change, state, event.channelId, { reattachMs, canReturn: true });
    case "attached":
      return onAttached(change, state, event.channel);
    case "agentsOffered": {
      change.patch({ queueRecording: event.recording });
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
    case "sentFromQueue":
      // Nobody is there to be sent elsewhere.
      if (near.kind === "lost") return change.end(state, "lost", near.channel.id);
      return leaveQueue(change, near, queueId, event);
    default:
      return state;
  }
}

function onAttached(change: CallChange, state: Waiting, newcomer: Channel): CallState {
  const seat = takeSeat(change, state.near, newcomer);
  return seat ? { ...state, near: answerNear(change, seat) } : state;
}
