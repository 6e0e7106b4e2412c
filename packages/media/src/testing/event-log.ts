import type { MediaEngine, MediaEngineEvents } from "../client/media-engine.ts";
import { waitUntil } from "./wait-until.ts";

type Named = {
  [Name in keyof MediaEngineEvents]: { name: Name; payload: MediaEngineEvents[Name] };
}[keyof MediaEngineEvents];

const NAMES: readonly (keyof MediaEngineEvents)[] = [
  "legConnected",
  "legLost",
  "mediaTimeout",
  "mediaResumed",
  "dtmf",
  "quality",
  "playbackFinished",
  "recordingFinished",
  "talkers",
  "orderRefused",
  "log",
  "engineUp",
  "engineDown",
];

/** Everything that the engine has told, in order. */
export class EventLog {
  readonly all: Named[] = [];

  constructor(engine: MediaEngine) {
    for (const name of NAMES) engine.on(name, (payload) => this.all.push({ name, payload } as Named));
  }

  of<Name extends keyof MediaEngineEvents>(name: Name): MediaEngineEvents[Name][] {
    return this.all
      .filter((each) => each.name === name)
      .map((each) => each.payload as MediaEngineEvents[Name]);
  }

  async next<Name extends keyof MediaEngineEvents>(
    name: Name,
    isWanted: (payload: MediaEngineEvents[Name]) => boolean = () => true,
  ): Promise<MediaEngineEvents[Name]> {
    const found = await waitUntil(
      `event ${name}`,
      () => this.of(name).find(isWanted),
      (event) => event !== undefined,
    );
    if (!found) throw new Error(`No event ${name}`);
    return found;
  }
}
