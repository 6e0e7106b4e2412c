import { type AudioSource, sayNumber } from "@offhook/media/protocol";
import type { ChannelAudio } from "../../calls/call-effect.ts";
import { isSameAudience } from "../../calls/steps/derived-effects.ts";
import type { BridgeTable, Tell } from "./bridge-table.ts";

export interface LegAudioParts {
  readonly legId: string;
  readonly bridges: BridgeTable;
  readonly tell: Tell;
  readonly newId: () => string;
  /** What was to be said has been said. */
  readonly onSaid: () => void;
}

const NONE: ChannelAudio = { kind: "none" };
const NOTICE: readonly AudioSource[] = [{ kind: "prompt", name: "recorded-call" }];

/**
 * Brings a media leg to what call control wants it to hear. Wishes before the leg exists are kept and met when it
 * does; after the media process has died they are met again on the new leg.
 */
export class LegAudio {
  readonly #parts: LegAudioParts;
  #wanted: ChannelAudio = NONE;
  #actual: ChannelAudio | undefined;
  readonly #waiting: (() => void)[] = [];
  #playbackId: string | undefined;
  #announcementId: string | undefined;
  /** What is announced is that the call will be recorded, and must be heard to its end. */
  #isNotice = false;

  constructor(parts: LegAudioParts) {
    this.#parts = parts;
  }

  get wanted(): ChannelAudio {
    return this.#wanted;
  }

  /** The media leg is there. */
  start(): void {
    this.#actual = NONE;
    this.#apply();
    for (const task of this.#waiting.splice(0)) task();
  }

  /** Runs the task as soon as there is a media leg. */
  whenStarted(task: () => void): void {
    if (this.#actual) task();
    else this.#waiting.push(task);
  }

  /** The media leg is gone. */
  stop(): void {
    if (this.#actual?.kind === "bridge")
      this.#parts.bridges.leave(this.#actual.bridgeId, this.#parts.legId, true);
    this.#actual = undefined;
    this.#playbackId = undefined;
    this.#announcementId = undefined;
    this.#isNotice = false;
  }

  want(audio: ChannelAudio): void {
    this.#wanted = audio;
    this.#apply();
  }

  /** Says something over music; the music goes on afterwards. */
  announce(sources: readonly AudioSource[]): void {
    if (this.#actual?.kind === "music" && !this.#isNotice) this.#say(sources);
  }

  /** `isWhole`: to its end, and not cut off. */
  onPlaybackFinished(playbackId: string, isWhole: boolean): void {
    const { kind } = this.#actual ?? NONE;
    if (playbackId === this.#playbackId && (kind === "parkedAt" || kind === "notice")) {
      this.#playbackId = undefined;
      if (isWhole || kind === "parkedAt") this.#parts.onSaid();
      return;
    }
    if (playbackId !== this.#announcementId) return;
    const isNotice = this.#isNotice;
    this.#announcementId = undefined;
    this.#isNotice = false;
    if (this.#actual?.kind === "music") this.#play(this.#actual);
    if (isNotice && isWhole) this.#parts.onSaid();
  }

  #apply(): void {
    const from = this.#actual;
    const to = this.#wanted;
    if (!from) return;
    if (from.kind === "bridge" && to.kind === "bridge" && from.bridgeId === to.bridgeId) {
      const { legId, tell } = this.#parts;
      if (from.isMuted !== to.isMuted) tell("setMuted", { legId, isMuted: to.isMuted });
      if (!isSameAudience(from.audience, to.audience)) tell("setAudience", { legId, audience: to.audience });
      this.#actual = to;
      return;
    }
    if (from.kind === to.kind && from.kind !== "bridge" && from.kind !== "music") return;
    if (from.kind === "music" && to.kind === "music" && from.path === to.path && !to.hasNotice) {
      this.#actual = to;
      return;
    }
    this.#leave(from);
    this.#actual = to;
    this.#enter(to);
  }

  #leave(audio: ChannelAudio): void {
    if (audio.kind === "bridge") this.#parts.bridges.leave(audio.bridgeId, this.#parts.legId);
    const playing = this.#announcementId ?? this.#playbackId;
    if (playing !== undefined) this.#parts.tell("stopPlayback", { playbackId: playing });
    this.#playbackId = undefined;
    this.#announcementId = undefined;
    this.#isNotice = false;
  }

  #enter(audio: ChannelAudio): void {
    if (audio.kind === "bridge")
      this.#parts.bridges.enter(audio.bridgeId, this.#parts.legId, audio.isMuted, audio.audience);
    else if (audio.kind === "music" && audio.hasNotice) {
      this.#isNotice = true;
      this.#say(NOTICE);
    } else if (audio.kind !== "none" && audio.kind !== "application") this.#play(audio);
  }

  #say(sources: readonly AudioSource[]): void {
    const { tell, newId, legId } = this.#parts;
    this.#announcementId = newId();
    tell("play", { playbackId: this.#announcementId, target: { legId }, sources });
  }

  #play(audio: PlayedAudio): void {
    const { tell, newId, legId } = this.#parts;
    this.#playbackId = newId();
    tell("play", {
      playbackId: this.#playbackId,
      target: { legId },
      sources: sourcesOf(audio),
      loop: audio.kind === "music" && audio.path !== undefined,
    });
  }
}

type PlayedAudio = Extract<ChannelAudio, { kind: "music" | "ringback" | "parkedAt" | "notice" }>;

function sourcesOf(audio: PlayedAudio): readonly AudioSource[] {
  switch (audio.kind) {
    case "ringback":
      return [{ kind: "tone", name: "ringback" }];
    case "notice":
      return NOTICE;
    case "parkedAt":
      return (["call-parked-at", ...sayNumber(audio.slot)] as const).map((name) => ({
        kind: "prompt",
        name,
      }));
    case "music":
      return [audio.path === undefined ? { kind: "music" } : { kind: "file", path: audio.path }];
  }
}
