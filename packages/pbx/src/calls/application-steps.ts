import type { CallChange } from "./call-change.ts";
import type { CallEvent } from "./call-event.ts";
import type { CallState, Channel, StateNamed } from "./call-state.ts";
import type { ChannelId } from "./call-view.ts";
import { answerNear, endAlone, loseAlone, route, takeSeat } from "./near-steps.ts";

type InApplication = StateNamed<"application">;

/** With one of our own applications: a mailbox, a conference room, the echo test. */
export function stepApplication(
  change: CallChange,
  state: InApplication,
  event: CallEvent,
  reattachMs: number,
): CallState {
  const { near, application } = state;
  switch (event.type) {
    case "legEnded":
    case "timeUp":
      return endAlone(change, state, event);
    case "legLost":
      return onLost(change, state, event.channelId, reattachMs);
    case "attached":
      return onAttached(change, state, event.channel);
    case "applicationEnded": {
      if (near.kind === "lost") return state;
      change.emit({ type: "stopApplication" });
      const routing = { name: "routing", core: change.core, near, purpose: { kind: "dial" } } as const;
      if (event.next) return route(change, near, { kind: "dial" }, event.next, undefined);
      return change.end(routing, application.kind === "prompt" ? application.cause : "hungUp");
    }
    default:
      return state;
  }
}

function onLost(
  change: CallChange,
  state: InApplication,
  channelId: ChannelId,
  reattachMs: number,
): CallState {
  // Whoever is called back needs a free line for it.
  const canReturn = state.application.kind !== "callback";
  const after = loseAlone(change, state, channelId, { reattachMs, canReturn });
  if (after !== state && after.name === "application") change.emit({ type: "stopApplication" });
  return after;
}

/** Whoever is back, or goes on from another device, has lost what he heard of it: it begins anew. */
function onAttached(change: CallChange, state: InApplication, newcomer: Channel): CallState {
  const seat = takeSeat(change, state.near, newcomer);
  if (!seat) return state;
  const near = answerNear(change, seat);
  change.emit({ type: "runApplication", channelId: near.channel.id, application: state.application });
  return { ...state, near };
}
