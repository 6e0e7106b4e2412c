import type { LegId, MediaCommandName, ParamsOf, RecordingId } from "../protocol/media-commands.ts";
import type { MediaEventName, MediaEvents } from "../protocol/media-events.ts";

type AnyParams = ParamsOf<MediaCommandName>;

/** What the media process holds for us, so that its death can be told leg by leg and recording by recording. */
export class OpenThings {
  readonly #legs = new Set<LegId>();
  readonly #recordings = new Map<RecordingId, string>();

  get legs(): readonly LegId[] {
    return [...this.#legs];
  }

  /** Recordings with the path of the WAV file that can be recovered. */
  get recordings(): readonly { readonly recordingId: RecordingId; readonly wav: string }[] {
    return [...this.#recordings].map(([recordingId, path]) => ({ recordingId, wav: `${path}.wav` }));
  }

  onCommand(name: MediaCommandName, params: AnyParams): void {
    if ((name === "createWebRtcLeg" || name === "createRtpLeg") && "legId" in params)
      this.#legs.add(params.legId);
    if (name === "record" && "path" in params) this.#recordings.set(params.recordingId, params.path);
    if (name === "closeLeg" && "legId" in params) this.#legs.delete(params.legId);
  }

  onRefusal(name: MediaCommandName, params: AnyParams): void {
    if ((name === "createWebRtcLeg" || name === "createRtpLeg") && "legId" in params)
      this.#legs.delete(params.legId);
    if (name === "record" && "path" in params) this.#recordings.delete(params.recordingId);
  }

  onEvent<Name extends MediaEventName>(name: Name, payload: MediaEvents[Name]): void {
    if (name === "legLost" && "legId" in payload) this.#legs.delete(payload.legId);
    if (name === "recordingFinished" && "recordingId" in payload)
      this.#recordings.delete(payload.recordingId);
  }

  clear(): void {
    this.#legs.clear();
    this.#recordings.clear();
  }
}
