import type { AudioCodec } from "../codecs/audio-codec.ts";
import type { Play, PlaybackId } from "../protocol/media-commands.ts";
import type { MediaEvents } from "../protocol/media-events.ts";
import type { DtmfDigit } from "../rtp/dtmf/telephone-event.ts";
import type { SharedAudio } from "./shared-audio.ts";

type Finished = MediaEvents["playbackFinished"];

/** A list of pieces on its way to one leg or bridge, frame after frame. */
export class Playback {
  readonly id: PlaybackId;
  readonly #pieces: readonly SharedAudio[];
  readonly #isLoop: boolean;
  readonly #interruptOn: Play["interruptOn"];
  readonly #onFinished: (event: Finished) => void;
  #piece = 0;
  #frame = 0;
  #isOver = false;

  constructor(play: Play, pieces: readonly SharedAudio[], onFinished: (event: Finished) => void) {
    this.id = play.playbackId;
    this.#pieces = pieces;
    this.#isLoop = play.loop ?? false;
    this.#interruptOn = play.interruptOn;
    this.#onFinished = onFinished;
  }

  get isOver(): boolean {
    return this.#isOver;
  }

  /** The next frame for a leg; undefined at the end, which is then reported. */
  nextEncoded(codec: AudioCodec): Uint8Array | undefined {
    return this.#advance((piece, index) => piece.encoded(codec, index));
  }

  /** The next frame for a mix. */
  nextPcm(sampleRate: 8_000 | 16_000): Int16Array | undefined {
    return this.#advance((piece, index) => piece.pcm(sampleRate, index));
  }

  /** A key of the leg it plays to. */
  press(digit: DtmfDigit): void {
    if (this.#interruptOn === "any" || this.#interruptOn?.includes(digit)) this.end("interrupted", digit);
  }

  end(reason: Finished["reason"], digit?: DtmfDigit): void {
    if (this.#isOver) return;
    this.#isOver = true;
    this.#onFinished({ playbackId: this.id, reason, ...(digit && { digit }) });
  }

  #advance<Frame>(read: (piece: SharedAudio, index: number) => Frame): Frame | undefined {
    if (this.#isOver) return undefined;
    const piece = this.#pieces[this.#piece];
    if (!piece) {
      this.end("finished");
      return undefined;
    }
    const frame = read(piece, this.#frame);
    this.#frame += 1;
    if (this.#frame >= piece.frameCount) {
      this.#frame = 0;
      if (!piece.isRepeating) this.#piece += 1;
      if (this.#isLoop && this.#piece >= this.#pieces.length) this.#piece = 0;
    }
    return frame;
  }
}
