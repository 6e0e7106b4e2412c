import type { CallChange } from "../call-change.ts";
import type { ChannelId } from "../call-ids.ts";
import type { Channel, Fallbacks, Ring, RingStage, RingTarget } from "../call-state.ts";
import type { HangupCause } from "../hangup-cause.ts";

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
  const empty = stage.targets.filter(({ channels, awaited }) => channels.length === 0 && !awaited);
  for (const { record } of empty) change.close(record.id, "unreachable");
  const ringing = stage.targets.flatMap(startingOf);
  const met = [...causes, ...empty.map((): HangupCause => "unreachable")];
  if (ringing.length === 0) return nextStage(change, { stages: later, fallbacks, hasMusic }, met);
  for (const { channel, target, state } of ringing)
    if (state !== "lost") change.emit({ type: "ring", channel, target });
  const until = change.at + stage.timeoutMs;
  const ring: Ring = { ringing, until, lostUntil: undefined, later, causes: met, fallbacks, hasMusic };
  const awaitMs = Math.max(0, ...stage.targets.map(({ awaited }) => awaited?.forMs ?? 0));
  return { kind: "ringing", ring: awaitMs > 0 ? waiting(change, ring, awaitMs) : ring };
}

/** All devices of a line, or the place of the one that is on its way. */
function startingOf(target: RingTarget): Ring["ringing"] {
  const { channels, awaited } = target;
  if (channels.length === 0) return awaited ? [{ channel: awaited.channel, target, state: "lost" }] : [];
  return channels.map((channel) => ({ channel, target, state: "starting" }));
}

/** Nobody has rung yet: every device is still on its way. */
export const isAwaiting = ({ ringing }: Ring): boolean => ringing.every(({ state }) => state === "lost");

/** The trunk could not: another one may. */
export const isTrunkTrouble = (cause: HangupCause): boolean =>
  cause === "congestion" || cause === "failed" || cause === "unreachable";

/** How long a page may take to load again while its line rings. */
const RELOAD_MS = 10_000;

/** A page that rings is gone without a word, most likely to be back in a moment. */
export function loseRinging(change: CallChange, ring: Ring, channelId: ChannelId): RingOutcome {
  const gone = ring.ringing.find(({ channel }) => channel.id === channelId);
  if (!gone || gone.channel.party.endpointId === undefined)
    return dropRinging(change, ring, channelId, { cause: "lost" });
  const ringing = ring.ringing.map((each) => (each === gone ? { ...each, state: "lost" as const } : each));
  return { kind: "ringing", ring: waiting(change, { ...ring, ringing }) };
}

/** With nobody left who rings it goes on for a moment only. */
function waiting({ at }: CallChange, ring: Ring, forMs = RELOAD_MS): Ring {
  return isAwaiting(ring) ? { ...ring, lostUntil: ring.lostUntil ?? at + forMs } : ring;
}

/** One device is out: refused, failed or gone. */
export function dropRinging(
  change: CallChange,
  ring: Ring,
  channelId: ChannelId,
  { cause: reported, by }: { readonly cause: HangupCause; readonly by?: string | undefined },
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
  if (isForAll) releaseAll(change, siblings, "elsewhere");
  const isTargetOut = isForAll || siblings.length === 0;
  if (isTargetOut) change.close(gone.target.record.id, cause, by);
  const ringing = ring.ringing.filter(({ target, channel }) =>
    isForAll ? target !== gone.target : channel.id !== channelId,
  );
  const causes = isTargetOut ? [...ring.causes, cause] : ring.causes;
  if (ringing.length > 0) return { kind: "ringing", ring: waiting(change, { ...ring, ringing, causes }) };
  return nextStage(change, { ...ring, stages: ring.later }, causes);
}

export function stopRinging(change: CallChange, ring: Ring, cause: HangupCause, except?: ChannelId): void {
  releaseAll(
    change,
    ring.ringing.filter(({ channel }) => channel.id !== except),
    cause,
  );
}

/** A page that is being reloaded has no leg to let go of. */
function releaseAll(change: CallChange, ringing: Ring["ringing"], cause: HangupCause): void {
  for (const { channel, state } of ringing)
    if (state !== "lost") change.emit({ type: "release", channelId: channel.id, cause });
}

/** Time is up for this stage. */
export function timeOutRing(change: CallChange, ring: Ring): RingOutcome {
  const cause: HangupCause = ring.lostUntil === undefined ? "noAnswer" : "unreachable";
  stopRinging(change, ring, cause);
  const present = new Set(ring.ringing.flatMap(({ target, state }) => (state === "lost" ? [] : target)));
  for (const { target } of ring.ringing)
    change.close(target.record.id, present.has(target) ? cause : "unreachable");
  return nextStage(change, { ...ring, stages: ring.later }, [...ring.causes, cause]);
}

/** One device has answered: the others of its line, and all other lines, learn that it was elsewhere. */
export function settleRing(change: CallChange, ring: Ring, winner: Channel): void {
  stopRinging(change, ring, "elsewhere", winner.id);
  for (const { target } of ring.ringing) {
    if (target.record.id !== winner.recordId) change.close(target.record.id, "elsewhere");
  }
}

/** A device of a line that rings, or of one that could not be reached when it was its turn. */
export function addDevice(change: CallChange, ring: Ring, channel: Channel, unreached: RingTarget): Ring {
  const ringing = ring.ringing.find((each) => isFor(each.target, channel))?.target;
  const target = ringing ?? (isUnreached(change, unreached) ? unreached : undefined);
  const others = ring.ringing.filter((each) => each.state !== "lost" || each.target !== target);
  if (!target || others.some((each) => each.channel.deviceId === channel.deviceId)) return ring;
  const own: Channel = { ...channel, recordId: target.record.id, party: { ...channel.party } };
  change.reached(target.record.id);
  change.emit({ type: "ring", channel: own, target });
  return {
    ...ring,
    ringing: [...others, { channel: own, target, state: "starting" }],
    lostUntil: undefined,
  };
}

const isUnreached = ({ core }: CallChange, { record }: RingTarget): boolean =>
  core.legs.get(record.id)?.isUnreached === true;

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
