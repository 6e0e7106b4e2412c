/**
 * What the player shows. `idle` is before the first play; `waiting` is a stall with a spinner; after `failed` only a
 * new source helps.
 */
export type VideoState = "idle" | "playing" | "paused" | "ended" | "waiting" | "failed";

/** What the media element reported. */
export type VideoEvent = "played" | "paused" | "ended" | "stalled" | "failed" | "sourceChanged";

const NEXT: Readonly<Record<VideoState, Partial<Readonly<Record<VideoEvent, VideoState>>>>> = {
  // A pause before the first play is the element's own housekeeping.
  idle: { played: "playing", stalled: "waiting", failed: "failed" },
  playing: { paused: "paused", ended: "ended", stalled: "waiting", failed: "failed", sourceChanged: "idle" },
  paused: { played: "playing", ended: "ended", stalled: "waiting", failed: "failed", sourceChanged: "idle" },
  // The element reports a pause on its way to the end and a stall while it seeks back to 0: the end stays the end.
  ended: { played: "playing", failed: "failed", sourceChanged: "idle" },
  waiting: { played: "playing", paused: "paused", ended: "ended", failed: "failed", sourceChanged: "idle" },
  failed: { sourceChanged: "idle" },
};

/** Pure. An event that means nothing in a state leaves it as it is. */
export function stepVideo(state: VideoState, event: VideoEvent): VideoState {
  return NEXT[state][event] ?? state;
}

/** Signed addresses live a day; an hour before that the player asks for a new one. */
const SOURCE_LIFETIME_MS = 82_800_000;

export function isSourceStale(loadedAt: number, now: number): boolean {
  return now - loadedAt >= SOURCE_LIFETIME_MS;
}

export const playbackRates = [0.25, 0.5, 0.75, 1, 1.25, 1.5, 1.75] as const;

export interface VideoSize {
  readonly width: number;
  readonly height: number;
}

const DEFAULT_VIDEO_WIDTH = 248;
export const INLINE_BOUNDS: VideoSize = { width: 250, height: 500 };

/** As large as the bounds allow without cutting or stretching; the default width, 16 to 9, until the size is known. */
export function fitVideo(natural: VideoSize | undefined, bounds: VideoSize): VideoSize {
  if (!natural || natural.width <= 0 || natural.height <= 0) {
    return { width: DEFAULT_VIDEO_WIDTH, height: Math.round((DEFAULT_VIDEO_WIDTH * 9) / 16) };
  }
  const scale = Math.min(bounds.width / natural.width, bounds.height / natural.height);
  return { width: Math.round(natural.width * scale), height: Math.round(natural.height * scale) };
}
