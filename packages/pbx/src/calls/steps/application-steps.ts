import type { Destination, MailboxId } from "../../dialplan/company-config.ts";
import type { CallChange } from "../call-change.ts";
import type { CallEvent } from "../call-event.ts";
import type { ChannelId } from "../call-ids.ts";
import type {
  CallState,
  Channel,
  Fallbacks,
  Ring,
  RingStage,
  RingTarget,
  StateNamed,
} from "../call-state.ts";
import type { HangupCause } from "../hangup-cause.ts";
import { afterNobody, answerNear, endAlone, loseAlone, route, takeSeat } from "./near-steps.ts";
import { addDevice, startRing } from "./ring-steps.ts";

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
    case "messagePickedUp":
      return pickUp(change, state, event.stage);
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
  const empty: Ring = {
    ringing: [],
    until: change.at + TAKE_BACK_MS,
    lostUntil: undefined,
    later: [],
    causes: [],
    fallbacks: backTo(application.mailboxId),
    hasMusic: false,
  };
  const ring = addDevice(change, empty, channel, target);
  if (ring === empty) return state;
  leaveMailbox(change, application.mailboxId);
  return { name: "ringing", core: change.core, near, ring, purpose: { kind: "dial" } };
}

/** What was said so far stays in the mailbox. Where nobody answers after all, the caller comes back to it. */
function pickUp(change: CallChange, state: InApplication, stage: RingStage): CallState {
  const { near, application } = state;
  if (application.kind !== "voicemail" || near.kind === "lost") return state;
  leaveMailbox(change, application.mailboxId);
  const fallbacks = backTo(application.mailboxId);
  const outcome = startRing(change, { stages: [stage], fallbacks, hasMusic: false });
  const purpose = { kind: "dial" } as const;
  if (outcome.kind === "over")
    return afterNobody(change, { near, purpose }, outcome.cause, fallbacks[outcome.cause]);
  return { name: "ringing", core: change.core, near, ring: outcome.ring, purpose };
}

function backTo(mailboxId: MailboxId): Fallbacks {
  const mailbox: Destination = { kind: "mailbox", id: mailboxId };
  return Object.fromEntries(CAUSES.map((cause) => [cause, mailbox]));
}

function leaveMailbox(change: CallChange, mailboxId: MailboxId): void {
  change.emit({ type: "stopApplication" });
  // It may come to the same mailbox again, and that is no circle.
  change.patch({ visited: change.core.visited.filter((key) => key !== `mailbox:${mailboxId}`) });
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
