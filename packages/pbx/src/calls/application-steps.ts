import type { CallChange } from "./call-change.ts";
import type { CallEvent } from "./call-event.ts";
import type { CallState, Channel, Seat, StateNamed } from "./call-state.ts";
import { answerNear, route, takeSeat } from "./near-steps.ts";

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
      return near.channel.id === event.channelId ? change.end(state, "hungUp", event.channelId) : state;
    case "legLost":
      return onLost(change, state, event.channelId, reattachMs);
    case "attached":
      return onAttached(change, state, event.channel);
    case "timeUp":
      return near.kind === "lost" ? change.end(state, "lost", near.channel.id) : state;
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

function onLost(change: CallChange, state: InApplication, channelId: string, reattachMs: number): CallState {
  const { channel, kind } = state.near;
  if (channel.id !== channelId || kind === "lost") return state;
  change.emit({ type: "release", channelId, cause: "lost" });
  // A carrier does not call back into a call that it has lost, and whoever is called back needs a free line for it.
  if (channel.party.endpointId === undefined || state.application.kind === "callback")
    return change.end(state, "lost", channelId);
  change.emit({ type: "stopApplication" });
  const near: Seat = { kind: "lost", channel, until: change.at + reattachMs };
  return { ...state, near };
}

/** Whoever is back, or goes on from another device, has lost what he heard of it: it begins anew. */
function onAttached(change: CallChange, state: InApplication, newcomer: Channel): CallState {
  const seat = takeSeat(change, state.near, newcomer);
  if (!seat) return state;
  const near = answerNear(change, seat);
  change.emit({ type: "runApplication", channelId: near.channel.id, application: state.application });
  return { ...state, near };
}
