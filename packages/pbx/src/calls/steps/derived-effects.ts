import type { CallEffect, ChannelAudio } from "../call-effect.ts";
import type { TimerName } from "../call-event.ts";
import type { ChannelId } from "../call-ids.ts";
import type { CallCore, CallState, Channel, PresentSeat, Ring, Seat, StateNamed } from "../call-state.ts";
import { isTold, owesNotice } from "../recording-rule.ts";
import { earlyChannel } from "./ring-steps.ts";

const NONE: ChannelAudio = { kind: "none" };
type AudioPlan = Map<ChannelId, ChannelAudio>;

/**
 * What every leg hears follows from the state alone, and so do the timers: no transition can forget to stop the music
 * or leave a timer behind.
 */
export function derivedEffects(before: CallState | undefined, after: CallState): readonly CallEffect[] {
  return [...timerEffects(before, after), ...audioEffects(before, after)];
}

function audioEffects(before: CallState | undefined, after: CallState): CallEffect[] {
  const old: AudioPlan = before ? audioOf(before) : new Map();
  const effects: CallEffect[] = [];
  for (const [channelId, audio] of audioOf(after)) {
    if (!isSameAudio(old.get(channelId) ?? NONE, audio)) effects.push({ type: "audio", channelId, audio });
  }
  return effects;
}

function isSameAudio(a: ChannelAudio, b: ChannelAudio): boolean {
  if (a.kind === "bridge" && b.kind === "bridge")
    return a.bridgeId === b.bridgeId && a.isMuted === b.isMuted && isSameAudience(a.audience, b.audience);
  if (a.kind === "music" && b.kind === "music") return a.path === b.path && a.hasNotice === b.hasNotice;
  return a.kind === b.kind;
}

export const isSameAudience = (
  a: readonly ChannelId[] | undefined,
  b: readonly ChannelId[] | undefined,
): boolean => a === b || (a !== undefined && b !== undefined && a.join() === b.join());

/** Every leg that is in the call, and what it should hear. */
function audioOf(state: CallState): AudioPlan {
  switch (state.name) {
    case "summoning":
      return new Map(state.ring.ringing.map(({ channel }) => [channel.id, NONE]));
    case "routing":
      return withTransferor(state, [[state.near.channel.id, routingAudio(state)]]);
    case "ringing":
      return ringingAudio(state);
    case "waiting":
      return state.near.kind === "present"
        ? new Map([[state.near.channel.id, queueMusicOf(state)]])
        : new Map();
    case "parked":
      return parkedAudio(state);
    case "application":
      return state.near.kind === "present"
        ? new Map([[state.near.channel.id, applicationAudio(state.core, state.near)]])
        : new Map();
    case "connected":
      return connectedAudio(state);
    case "ended":
      return new Map();
  }
}

function applicationAudio({ supervision }: CallCore, { isMuted }: PresentSeat): ChannelAudio {
  if (!supervision) return { kind: "application" };
  const { bridgeId, audience } = supervision;
  return { kind: "bridge", bridgeId, isMuted, audience };
}

/** The music of whoever makes somebody wait, else that of the call. */
const musicOf = ({ core }: CallState, host?: Channel): ChannelAudio => ({
  kind: "music",
  path: host?.musicPath ?? core.musicPath,
});

/** Whoever waits where calls are recorded hears so first. */
function queueMusicOf(state: StateNamed<"waiting" | "ringing">): ChannelAudio {
  const { musicPath: path, queueRecording } = state.core;
  const hasNotice = queueRecording === "always" && !isTold(state, state.near);
  return { kind: "music", path, ...(hasNotice && { hasNotice }) };
}

function parkedAudio(state: StateNamed<"parked">): AudioPlan {
  const { near, listener, slot } = state;
  const audio: AudioPlan = new Map([[near.channel.id, musicOf(state)]]);
  if (listener) audio.set(listener.channel.id, { kind: "parkedAt", slot });
  return audio;
}

const routingAudio = (state: StateNamed<"routing">): ChannelAudio =>
  state.near.isAnswered ? musicOf(state) : NONE;

function withTransferor(
  { purpose }: StateNamed<"routing" | "ringing">,
  entries: readonly (readonly [ChannelId, ChannelAudio])[],
): AudioPlan {
  const audio = new Map(entries);
  if (purpose.kind === "transfer" && purpose.transferor.seat)
    audio.set(purpose.transferor.seat.channel.id, NONE);
  return audio;
}

function ringingAudio(state: StateNamed<"ringing">): AudioPlan {
  const { near, ring, core } = state;
  const early = near.kind === "present" ? earlyChannel(ring) : undefined;
  const bridge: ChannelAudio = { kind: "bridge", bridgeId: bridgeOf(core.id), isMuted: false };
  const devices = ring.ringing.filter((each) => each.state !== "lost");
  const entries: [ChannelId, ChannelAudio][] = devices.map(({ channel }) => [
    channel.id,
    channel === early && !ring.hasMusic ? bridge : NONE,
  ]);
  if (near.kind === "present") entries.push([near.channel.id, nearAudio(near)]);
  return withTransferor(state, entries);

  function nearAudio({ isAnswered }: PresentSeat): ChannelAudio {
    if (ring.hasMusic && state.purpose.kind === "queue") return queueMusicOf(state);
    if (ring.hasMusic) return musicOf(state, ring.ringing[0]?.channel);
    if (early) return bridge;
    return isAnswered ? { kind: "ringback" } : NONE;
  }
}

const bridgeOf = (callId: string): string => `call:${callId}`;
/** Where the two ends of a call hear each other. */
export const talkingBridgeOf = (callId: string, conferenceId: string | undefined): string =>
  conferenceId === undefined ? bridgeOf(callId) : conferenceBridgeOf(conferenceId);
const conferenceBridgeOf = (conferenceId: string): string => `conference:${conferenceId}`;

function connectedAudio(state: StateNamed<"connected">): AudioPlan {
  const { near, far, conference } = state;
  const bridgeId = talkingBridgeOf(state.core.id, conference?.id);
  const isApart = isAway(near) || isAway(far);
  const audioFor = (seat: PresentSeat, peer: Seat): ChannelAudio => {
    if (isApart) return seat.isHolding || !isAway(peer) ? NONE : musicOf(state, peer.channel);
    if (owesNotice(state)) return { kind: "notice" };
    if (conference?.silent.includes(seat.channel.id)) return NONE;
    return { kind: "bridge", bridgeId, isMuted: seat.isMuted };
  };
  const audio: AudioPlan = new Map();
  if (near.kind === "present") audio.set(near.channel.id, audioFor(near, far));
  if (far.kind === "present") audio.set(far.channel.id, audioFor(far, near));
  return audio;
}

/** Does not talk with the other side right now: it holds the call, or is gone. */
export const isAway = (seat: Seat): boolean => seat.kind === "lost" || seat.isHolding;

function timerEffects(before: CallState | undefined, after: CallState): CallEffect[] {
  const old = before ? timersOf(before) : new Map<TimerName, number>();
  const current = timersOf(after);
  const effects: CallEffect[] = [];
  for (const [timer] of old) if (!current.has(timer)) effects.push({ type: "stopTimer", timer });
  for (const [timer, at] of current)
    if (old.get(timer) !== at) effects.push({ type: "startTimer", timer, at });
  return effects;
}

const ringEnd = ({ until, lostUntil }: Ring): number => Math.min(until, lostUntil ?? until);

function timersOf(state: CallState): Map<TimerName, number> {
  switch (state.name) {
    case "summoning":
      return new Map([["ring", ringEnd(state.ring)]]);
    case "ringing": {
      const timers = new Map<TimerName, number>([["ring", ringEnd(state.ring)]]);
      if (state.near.kind === "lost") timers.set("nearReattach", state.near.until);
      return timers;
    }
    case "waiting":
    case "application":
      return state.near.kind === "lost" ? new Map([["nearReattach", state.near.until]]) : new Map();
    case "parked": {
      const timers = new Map<TimerName, number>([["park", state.until]]);
      if (state.listener) timers.set("announcement", state.listenUntil);
      return timers;
    }
    case "connected": {
      const timers = new Map<TimerName, number>();
      if (state.near.kind === "lost") timers.set("nearReattach", state.near.until);
      if (state.far.kind === "lost") timers.set("farReattach", state.far.until);
      if (owesNotice(state)) timers.set("notice", state.core.noticeUntil ?? 0);
      return timers;
    }
    default:
      return new Map();
  }
}
