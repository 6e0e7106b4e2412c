import type { CallChange } from "./call-change.ts";
import type { Channel, Fallbacks, Ring, RingStage, RingTarget } from "./call-state.ts";
import type { ChannelId } from "./call-view.ts";
import type { HangupCause } from "./hangup-cause.ts";

export interface RingPlan {
  readonly stages: readonly RingStage[];
  readonly fallbacks: Fallbacks;
  readonly hasMusic: boolean;
}

/** A ring, or the cause why there is nobody left to ring. */
export type RingOutcome =
  | { readonly kind: "ringing"; readonly ring: Ring }
  | { readonly kind: "over"; readonly cause: HangupCause; readonly fallbacks: Fallbacks };

/** The first cause in this list that was met says what became of the attempt. */
const WEIGHT: readonly HangupCause[] = [
  "declined",
  "busy",
  "noAnswer",
  "unreachable",
  "doNotDisturb",
  "forbidden",
  "notFound",
  "congestion",
];

function heaviest(causes: readonly HangupCause[]): HangupCause {
  return WEIGHT.find((cause) => causes.includes(cause)) ?? causes[0] ?? "unreachable";
}

export function startRing(change: CallChange, plan: RingPlan): RingOutcome {
  return nextStage(change, plan, []);
}

/** Rings the next stage that has a device; lines without any are recorded as unreachable on the way. */
function nextStage(change: CallChange, plan: RingPlan, causes: readonly HangupCause[]): RingOutcome {
  const { stages, fallbacks, hasMusic } = plan;
  const [stage, ...later] = stages;
  const isSpareUnwanted = stage?.isSpare === true && !causes.every(isTrunkTrouble);
  if (!stage || isSpareUnwanted) return { kind: "over", cause: heaviest(causes), fallbacks };
  for (const target of stage.targets) change.open(target);
  const empty = stage.targets.filter(({ channels }) => channels.length === 0);
  for (const { record } of empty) change.close(record.id, "unreachable");
  const ringing = stage.targets.flatMap((target) =>
    target.channels.map((channel) => ({ channel, target, state: "starting" as const })),
  );
  const met = [...causes, ...empty.map((): HangupCause => "unreachable")];
  if (ringing.length === 0) return nextStage(change, { stages: later, fallbacks, hasMusic }, met);
  for (const { channel, target } of ringing) change.emit({ type: "ring", channel, target });
  const until = change.at + stage.timeoutMs;
  return { kind: "ringing", ring: { ringing, until, later, causes: met, fallbacks, hasMusic } };
}

const isTrunkTrouble = (cause: HangupCause): boolean =>
  cause === "congestion" || cause === "failed" || cause === "unreachable";

/** One device is out: refused, failed or gone. */
export function dropRinging(
  change: CallChange,
  ring: Ring,
  channelId: ChannelId,
  reported: HangupCause,
): RingOutcome {
  // A device that vanishes while it rings cannot be reached; the line's own rules for that apply.
  const cause = reported === "lost" ? "unreachable" : reported;
  const gone = ring.ringing.find(({ channel }) => channel.id === channelId);
  if (!gone) return { kind: "ringing", ring };
  // Whoever declines on one device does not want to be rung on the others.
  const isForAll = cause === "declined" || cause === "busy";
  const siblings = ring.ringing.filter(
    ({ target, channel }) => target === gone.target && channel.id !== channelId,
  );
  if (isForAll) {
    for (const { channel } of siblings)
      change.emit({ type: "release", channelId: channel.id, cause: "elsewhere" });
  }
  const isTargetOut = isForAll || siblings.length === 0;
  if (isTargetOut) change.close(gone.target.record.id, cause);
  const ringing = ring.ringing.filter(({ target, channel }) =>
    isForAll ? target !== gone.target : channel.id !== channelId,
  );
  const causes = isTargetOut ? [...ring.causes, cause] : ring.causes;
  if (ringing.length > 0) return { kind: "ringing", ring: { ...ring, ringing, causes } };
  return nextStage(change, { ...ring, stages: ring.later }, causes);
}

export function stopRinging(change: CallChange, ring: Ring, cause: HangupCause, except?: ChannelId): void {
  for (const { channel } of ring.ringing) {
    if (channel.id !== except) change.emit({ type: "release", channelId: channel.id, cause });
  }
}

/** Time is up for this stage. */
export function timeOutRing(change: CallChange, ring: Ring): RingOutcome {
  stopRinging(change, ring, "noAnswer");
  for (const { target } of ring.ringing) change.close(target.record.id, "noAnswer");
  return nextStage(change, { ...ring, stages: ring.later }, [...ring.causes, "noAnswer"]);
}

/** One device has answered: the others of its line, and all other lines, learn that it was elsewhere. */
export function settleRing(change: CallChange, ring: Ring, winner: Channel): void {
  stopRinging(change, ring, "elsewhere", winner.id);
  for (const { target } of ring.ringing) {
    if (target.record.id !== winner.legId) change.close(target.record.id, "elsewhere");
  }
}

export function addDevice(change: CallChange, ring: Ring, channel: Channel): Ring {
  const target = ring.ringing.find((each) => isFor(each.target, channel))?.target;
  if (!target || ring.ringing.some((each) => each.channel.deviceId === channel.deviceId)) return ring;
  const own: Channel = { ...channel, legId: target.record.id, party: { ...channel.party } };
  change.emit({ type: "ring", channel: own, target });
  return { ...ring, ringing: [...ring.ringing, { channel: own, target, state: "starting" }] };
}

const isFor = (target: RingTarget, channel: Channel): boolean =>
  target.record.endpointId !== undefined && target.record.endpointId === channel.party.endpointId;

export function markRinging(ring: Ring, channelId: ChannelId, state: "ringing" | "early"): Ring {
  const ringing = ring.ringing.map((each) =>
    each.channel.id === channelId && each.state !== "early" ? { ...each, state } : each,
  );
  return { ...ring, ringing };
}

/** The one device whose own sound the waiting party may hear; with several, nobody knows whose. */
export const earlyChannel = (ring: Ring): Channel | undefined =>
  ring.ringing.length === 1 && ring.ringing[0]?.state === "early" ? ring.ringing[0].channel : undefined;
