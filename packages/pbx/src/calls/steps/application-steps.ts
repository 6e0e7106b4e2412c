import type { Destination } from "../../dialplan/company-config.ts";
import type { CallChange } from "../call-change.ts";
import type { CallEvent } from "../call-event.ts";
import type { ChannelId } from "../call-ids.ts";
import type { CallState, Channel, Ring, RingTarget, StateNamed } from "../call-state.ts";
import type { HangupCause } from "../hangup-cause.ts";
import { answerNear, endAlone, loseAlone, route, takeSeat } from "./near-steps.ts";
import { addDevice } from "./ring-steps.ts";

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
    case "messageBegun":
      change.giveUpUnreached();
      return { ...state, core: change.core };
    case "deviceAppeared":
      return takeBack(change, state, event.channel, event.target);
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

/** Somebody who was about to leave a message is not kept from it for longer. */
const TAKE_BACK_MS = 20_000;
const CAUSES: readonly HangupCause[] = [
  "busy",
  "declined",
  "noAnswer",
  "unreachable",
  "failed",
  "congestion",
];

/** The line's device has come while its mailbox still greets the caller: it rings, and the mailbox waits. */
function takeBack(change: CallChange, state: InApplication, channel: Channel, target: RingTarget): CallState {
  const { near, application } = state;
  if (application.kind !== "voicemail" || near.kind === "lost") return state;
  const mailbox: Destination = { kind: "mailbox", id: application.mailboxId };
  const empty: Ring = {
    ringing: [],
    until: change.at + TAKE_BACK_MS,
    lostUntil: undefined,
    later: [],
    causes: [],
    fallbacks: Object.fromEntries(CAUSES.map((cause) => [cause, mailbox])),
    hasMusic: false,
  };
  const ring = addDevice(change, empty, channel, target);
  if (ring === empty) return state;
  change.emit({ type: "stopApplication" });
  // It may come to the same mailbox again, and that is no circle.
  change.patch({ visited: change.core.visited.filter((key) => key !== `mailbox:${mailbox.id}`) });
  return { name: "ringing", core: change.core, near, ring, purpose: { kind: "dial" } };
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

/** A caller who is back, or goes on from another device, has missed a part of it: it begins anew. */
function onAttached(change: CallChange, state: InApplication, newcomer: Channel): CallState {
  const seat = takeSeat(change, state.near, newcomer);
  if (!seat) return state;
  const near = answerNear(change, seat);
  change.emit({ type: "runApplication", channelId: near.channel.id, application: state.application });
  return { ...state, near };
}
