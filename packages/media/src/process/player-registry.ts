import type { Bridge } from "../bridges/bridge.ts";
import type { MediaLeg } from "../legs/media-leg.ts";
import type { AudioLibrary } from "../players/audio-library.ts";
import { Playback } from "../players/playback.ts";
import type { AudioSource, Play, PlaybackId } from "../protocol/media-commands.ts";
import { MediaError } from "../protocol/media-error.ts";
import type { MediaEvents } from "../protocol/media-events.ts";
import type { DtmfDigit } from "../rtp/dtmf/telephone-event.ts";

/** Whatever can be played to: a leg or a bridge. */
export type PlayTarget = Pick<MediaLeg, "play" | "stopPlaying"> | Pick<Bridge, "play" | "stopPlaying">;

type PlaybackState =
  /** Its files are being read; a stop that comes now must not be lost. */
  { readonly name: "loading" } | { readonly name: "playing"; readonly playback: Playback };

/** All playbacks by their id. */
export class PlayerRegistry {
  readonly #library: AudioLibrary;
  readonly #emit: (event: MediaEvents["playbackFinished"]) => void;
  readonly #states = new Map<PlaybackId, PlaybackState>();

  constructor(library: AudioLibrary, emit: (event: MediaEvents["playbackFinished"]) => void) {
    this.#library = library;
    this.#emit = emit;
  }

  async play(play: Play, findTarget: () => PlayTarget): Promise<void> {
    const { playbackId, sources } = play;
    if (this.#states.has(playbackId))
      throw new MediaError("media.alreadyThere", `Playback ${playbackId} is there already`);
    if (sources.length === 0) throw new MediaError("media.badSource", "Nothing to play");
    findTarget();
    this.#states.set(playbackId, { name: "loading" });
    try {
      const pieces = await Promise.all(sources.map((source) => this.#library.find(source)));
      // The leg may have gone, or the playback been stopped, while files were read.
      const target = findTarget();
      if (!this.#states.has(playbackId)) {
        this.#emit({ playbackId, reason: "stopped" });
        return;
      }
      const playback = new Playback(play, pieces, (event) => {
        this.#states.delete(playbackId);
        target.stopPlaying(playback);
        this.#emit(event);
      });
      this.#states.set(playbackId, { name: "playing", playback });
      target.play(playback);
    } catch (error) {
      this.#states.delete(playbackId);
      throw error;
    }
  }

  /** Stopping what is over already is no mistake: its end may be on its way to the caller. */
  stop(playbackId: PlaybackId): void {
    const state = this.#states.get(playbackId);
    if (state?.name === "playing") state.playback.end("stopped");
    else this.#states.delete(playbackId);
  }

  /** Audio without an id, that nobody waits for or that tells of its end by a function. */
  async playQuietly(
    target: PlayTarget,
    sources: readonly AudioSource[],
    onEnd: () => void = () => {},
  ): Promise<void> {
    const pieces = await Promise.all(sources.map((source) => this.#library.find(source)));
    const play: Play = { playbackId: "", target: { legId: "" }, sources };
    const playback = new Playback(play, pieces, () => {
      target.stopPlaying(playback);
      onEnd();
    });
    target.play(playback);
  }

  /** Keys as tones, for a far end that knows no telephone events. */
  async playKeys(leg: MediaLeg, digits: readonly DtmfDigit[], durationMs: number): Promise<void> {
    await this.playQuietly(
      leg,
      digits.map((digit) => ({ kind: "dtmf", digit, durationMs })),
    );
  }
}
