import type { MediaLeg } from "../legs/media-leg.ts";
import type { Playback } from "../players/playback.ts";
import type { BridgeId, LegId } from "../protocol/media-commands.ts";
import type { MediaEvents } from "../protocol/media-events.ts";
import type { DtmfSignal } from "../rtp/dtmf/dtmf-receiver.ts";
import { BridgeMember } from "./bridge-member.ts";
import { BridgeMixer, type MixRate, SMALL_BRIDGE } from "./bridge-mixer.ts";

/** `relay`: two legs of one codec, packets are passed on as they come. `mix`: everything else. */
type BridgeMode = "empty" | "relay" | "mix";

const TALKERS_EVERY_TICKS = 10;

/** Joins legs. It picks the cheapest way that gives each leg what it must hear. */
export class Bridge {
  readonly id: BridgeId;
  readonly #onTalkers: (event: MediaEvents["talkers"]) => void;
  readonly #members = new Map<LegId, BridgeMember>();
  readonly #playbacks = new Set<Playback>();
  readonly #mixer = new BridgeMixer();
  #mode: BridgeMode = "empty";
  #decoded: ReadonlySet<MediaLeg> = new Set();
  #heard: readonly BridgeMember[] = [];
  #reported = "";

  constructor(id: BridgeId, onTalkers: (event: MediaEvents["talkers"]) => void) {
    this.id = id;
    this.#onTalkers = onTalkers;
  }

  get mode(): BridgeMode {
    return this.#mode;
  }

  get legs(): MediaLeg[] {
    return [...this.#members.values()].map(({ leg }) => leg);
  }

  /** Those that everybody may hear, for a recording. */
  get audibleLegs(): MediaLeg[] {
    const members = [...this.#members.values()];
    return members.filter(({ isMuted, audience }) => !isMuted && !audience).map(({ leg }) => leg);
  }

  /** Those who speak to everybody. Whoever only listens, or whispers, changes nothing between them. */
  get #openLegs(): MediaLeg[] {
    return [...this.#members.values()].filter(({ audience }) => !audience).map(({ leg }) => leg);
  }

  join(leg: MediaLeg, isMuted: boolean, audience?: readonly LegId[]): void {
    this.#members.set(leg.id, new BridgeMember(leg, isMuted, audience && new Set(audience)));
    this.#arrange();
  }

  leave(leg: MediaLeg): void {
    if (!this.#members.delete(leg.id)) return;
    detach(leg);
    this.#arrange();
  }

  setMuted(leg: MediaLeg, isMuted: boolean): void {
    const member = this.#members.get(leg.id);
    if (!member || member.isMuted === isMuted) return;
    member.isMuted = isMuted;
    this.#arrange();
  }

  setAudience(leg: MediaLeg, audience: readonly LegId[] | undefined): void {
    const member = this.#members.get(leg.id);
    if (!member) return;
    member.audience = audience && new Set(audience);
    this.#arrange();
  }

  play(playback: Playback): void {
    this.#playbacks.add(playback);
    this.#arrange();
  }

  stopPlaying(playback: Playback): void {
    if (this.#playbacks.delete(playback)) this.#arrange();
  }

  /** A leg's codec has changed. */
  refresh(): void {
    this.#arrange();
  }

  /** A key of one party of two is meant for the other; in a conference it is for the system alone. */
  passKey(from: MediaLeg, signal: DtmfSignal): MediaLeg | undefined {
    const open = this.#openLegs;
    if (!open.includes(from)) return undefined;
    const [other, ...more] = open.filter((leg) => leg !== from);
    if (!other || more.length > 0) return undefined;
    if (!other.canSendEvents) return other;
    if (signal.type === "pressed") other.pressKey(signal.digit);
    else other.releaseKey(signal.durationMs);
    return undefined;
  }

  tick(tick: number, nowMs: number): void {
    if (this.#mode !== "mix") return;
    this.#heard = this.#mixer.mix(
      [...this.#members.values()],
      (sampleRate) => this.#announcements(sampleRate),
      tick,
      nowMs,
    );
    if (tick % TALKERS_EVERY_TICKS === 0) this.#reportTalkers();
  }

  close(): void {
    for (const playback of this.#playbacks) playback.end("stopped");
    this.#playbacks.clear();
    for (const leg of this.legs) detach(leg);
    this.#members.clear();
    this.#arrange();
  }

  #announcements(sampleRate: MixRate): Int16Array[] {
    return [...this.#playbacks].flatMap((playback) => playback.nextPcm(sampleRate) ?? []);
  }

  #reportTalkers(): void {
    const talkers = this.#heard.filter(({ isTalking }) => isTalking);
    const names = talkers
      .map(({ leg }) => leg.id)
      .sort()
      .join(" ");
    if (names === this.#reported) return;
    this.#reported = names;
    const sorted = [...talkers].sort((one, other) => other.levelDb - one.levelDb);
    this.#onTalkers({
      bridgeId: this.id,
      talkers: sorted.map(({ leg, levelDb }) => ({ legId: leg.id, levelDb: Math.round(levelDb) })),
    });
  }

  #arrange(): void {
    this.#mode = this.#bestMode();
    const legs = this.legs;
    this.#decode(new Set(this.#mode === "mix" ? legs : []));
    // Pictures are for two: a conference has none.
    const open = this.#openLegs;
    const isPair = open.length === 2;
    for (const leg of legs) {
      const isShown = isPair && open.includes(leg);
      leg.video.pair(isShown ? open.find((each) => each !== leg)?.video : undefined);
      leg.setFeed(this.#mode === "empty" ? "none" : this.#mode);
      leg.skipSilence(legs.length > SMALL_BRIDGE);
      const other = this.#mode === "relay" ? legs.find((each) => each !== leg) : undefined;
      leg.relayTo(other && ((packet, nowMs) => other.relay(leg, packet, nowMs)));
    }
  }

  /** Only what changes: a leg that stays decoded keeps its jitter buffer, and nobody hears who joins as a gap. */
  #decode(wanted: ReadonlySet<MediaLeg>): void {
    for (const leg of wanted) if (!this.#decoded.has(leg)) leg.use();
    for (const leg of this.#decoded) if (!wanted.has(leg)) leg.release();
    this.#decoded = wanted;
  }

  #bestMode(): BridgeMode {
    const members = [...this.#members.values()];
    if (members.length === 0) return "empty";
    if (members.length === 1) return this.#playbacks.size > 0 ? "mix" : "empty";
    const [one, other] = members;
    const isOpen = members.every(({ isMuted, audience }) => !isMuted && !audience);
    const isPair = members.length === 2 && isOpen && this.#playbacks.size === 0;
    const codec = one?.leg.codec;
    return isPair && codec && codec === other?.leg.codec ? "relay" : "mix";
  }
}

function detach(leg: MediaLeg): void {
  leg.video.pair(undefined);
  leg.relayTo(undefined);
  leg.skipSilence(false);
  leg.setFeed("none");
}
