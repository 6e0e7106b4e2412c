import type { Destination, QueueId } from "../../dialplan/company-config.ts";
import type { CallChange } from "../call-change.ts";
import type { CallEvent } from "../call-event.ts";
import type { ChannelId } from "../call-ids.ts";
import {
  type CallState,
  type Channel,
  type Party,
  type PresentSeat,
  presentSeat,
  type RingPurpose,
  type Seat,
  type StateNamed,
} from "../call-state.ts";
import type { HangupCause } from "../hangup-cause.ts";
import { statusOfCause } from "../sip-status.ts";

/** Asks the dial plan; the answer comes as a `routed` event. */
export function route(
  change: CallChange,
  near: PresentSeat,
  purpose: RingPurpose,
  destination: Destination,
  reason: HangupCause | undefined,
): CallState {
  change.emit({ type: "route", destination, purpose: purpose.kind, reason });
  return { name: "routing", core: change.core, near, purpose };
}

/**
 * The seat of a user who comes back, or goes on from another device. Anybody else who wants it is sent away and
 * gets none.
 */
export function takeSeat(change: CallChange, seat: Seat, newcomer: Channel): PresentSeat | undefined {
  if (seat.channel.party.endpointId !== newcomer.party.endpointId) {
    change.emit({ type: "release", channelId: newcomer.id, cause: "forbidden" });
    return undefined;
  }
  if (seat.kind === "present")
    change.emit({ type: "release", channelId: seat.channel.id, cause: "replaced" });
  const { recordId, party } = seat.channel;
  return presentSeat({ ...newcomer, recordId, party }, false);
}

/** Call states in which our own machinery is all that the caller has: nobody is at the other end. */
type Alone = StateNamed<"waiting"> | StateNamed<"application">;

/** The caller hangs up, or has not come back in time. */
export function endAlone(
  change: CallChange,
  state: Alone,
  event: Extract<CallEvent, { type: "legEnded" | "timeUp" }>,
): CallState {
  const { channel, kind } = state.near;
  if (event.type === "timeUp") return kind === "lost" ? change.end(state, "lost", channel.id) : state;
  return channel.id === event.channelId ? change.end(state, "hungUp", channel.id) : state;
}

/** The caller's device has vanished: the seat is kept for a caller who can come back to it. */
export function loseAlone<State extends Alone>(
  change: CallChange,
  state: State,
  channelId: ChannelId,
  { reattachMs, canReturn }: { readonly reattachMs: number; readonly canReturn: boolean },
): State | CallState {
  const { channel, kind } = state.near;
  if (channel.id !== channelId || kind === "lost") return state;
  change.emit({ type: "release", channelId, cause: "lost" });
  // A carrier does not call back into a call that it has lost.
  if (channel.party.endpointId === undefined || !canReturn) return change.end(state, "lost", channelId);
  return { ...state, near: { kind: "lost", channel, until: change.at + reattachMs } };
}

export function answerNear(change: CallChange, near: PresentSeat): PresentSeat {
  if (near.isAnswered) return near;
  change.emit({ type: "answer", channelId: near.channel.id });
  const answered = { ...near, isAnswered: true };
  change.answered(answered);
  return answered;
}

/** No agent took it: back to its place in the queue. */
export function waitOn(change: CallChange, near: Seat, queueId: QueueId): CallState {
  change.emit({ type: "queueAttemptFailed", queueId });
  return { name: "waiting", core: change.core, near, queueId };
}

/** Sent elsewhere by the queue, or by somebody who chose where to. */
export function leaveQueue(
  change: CallChange,
  near: PresentSeat,
  queueId: QueueId,
  { next, isChosen }: Extract<CallEvent, { type: "sentFromQueue" }>,
): CallState {
  change.emit({ type: "queueLeft", queueId, isSentOn: true });
  change.patch({ queueId: undefined, ...(isChosen && { visited: [], via: undefined }) });
  return route(change, near, { kind: "dial" }, next, isChosen ? undefined : "noAnswer");
}

/** The notice takes two seconds. Where it cannot be said the two must not wait forever. */
export const NOTICE_MS = 10_000;

/** What becomes of a party that nobody answered. */
export function afterNobody(
  change: CallChange,
  { near, purpose }: { readonly near: PresentSeat; readonly purpose: RingPurpose },
  cause: HangupCause,
  fallback: Destination | undefined,
): CallState {
  if (purpose.kind === "queue") return waitOn(change, near, purpose.queueId);
  if (purpose.kind === "callback")
    return change.end({ name: "routing", core: change.core, near, purpose }, cause);
  if (purpose.kind === "transfer") {
    const { party, seat } = purpose.transferor;
    if (seat) return backToTransferor(change, near, seat, statusOfCause(cause));
    if (party.endpointId !== undefined) {
      change.patch({ visited: [] });
      return route(change, near, { kind: "return" }, { kind: "endpoint", id: party.endpointId }, cause);
    }
  }
  if (fallback) return route(change, near, { kind: "dial" }, fallback, cause);
  return change.end({ name: "routing", core: change.core, near, purpose: { kind: "dial" } }, cause);
}

export function backToTransferor(
  change: CallChange,
  near: Seat,
  transferor: PresentSeat,
  status: number,
): CallState {
  change.emit({ type: "reportTransfer", channelId: transferor.channel.id, status });
  const far = { ...transferor, isHolding: false };
  return { name: "connected", core: change.core, near, far, conference: undefined };
}

/** Saying "call parked at seven hundred one" takes three seconds; a phone that hears nothing is not kept forever. */
const LISTEN_MS = 8_000;

export function parkedState(
  change: CallChange,
  {
    timeoutMs,
    ...parked
  }: Pick<StateNamed<"parked">, "near" | "slot" | "onTimeout" | "listener"> & { readonly timeoutMs: number },
): CallState {
  return {
    name: "parked",
    core: change.core,
    ...parked,
    until: change.at + timeoutMs,
    listenUntil: change.at + LISTEN_MS,
  };
}

/** To whoever parked it; somebody outside is not called back for it. */
export const backTo = (parker: Party | undefined): Destination | undefined =>
  parker?.endpointId === undefined ? undefined : { kind: "endpoint", id: parker.endpointId };

/** Whoever has heard where the call is parked is done. */
export function letListenerGo(change: CallChange, listener: PresentSeat | undefined): void {
  if (!listener) return;
  change.emit({ type: "reportTransfer", channelId: listener.channel.id, status: 200 });
  change.dismiss(listener, "replaced");
}
