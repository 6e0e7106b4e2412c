import { type RefObject, useReducer, useRef, useState } from "react";
import { useProblemLog } from "../../feedback/problem-log.ts";
import { usePlaybackRate } from "../../players/playback-rate.ts";
import { isSourceStale, stepVideo, type VideoSize, type VideoState } from "./video-state.ts";

export interface VideoSettings {
  readonly source: string;
  /** Fetches a fresh address for the same video, when the old one has lived its day. */
  readonly refreshSource?: (() => Promise<string>) | undefined;
  readonly now: () => number;
}

export interface VideoControls {
  readonly state: VideoState;
  readonly src: string;
  readonly size: VideoSize | undefined;
  readonly position: number;
  readonly duration: number;
  readonly volume: number;
  readonly rate: number;
  readonly togglePlay: () => void;
  readonly seek: (seconds: number) => void;
  readonly setVolume: (volume: number) => void;
  readonly setRate: (rate: number) => void;
  readonly elementHandlers: Readonly<Record<ElementEvent, () => void>>;
}

type ElementEvent =
  | "onPlaying"
  | "onPause"
  | "onEnded"
  | "onWaiting"
  | "onError"
  | "onTimeUpdate"
  | "onDurationChange"
  | "onLoadedMetadata"
  | "onVolumeChange"
  | "onRateChange";

type VideoElement = RefObject<HTMLVideoElement | null>;

/** Drives one `<video>`: the element is the truth, this mirrors what it reports. */
export function useVideo(element: VideoElement, settings: VideoSettings): VideoControls {
  const [state, dispatch] = useReducer(stepVideo, "idle");
  const log = useProblemLog();
  const { src, refresh, canRefresh } = useFreshSource(settings, () => dispatch("sourceChanged"));
  const memory = usePlaybackRate();
  const { readings, read } = useReadings(element, memory.rate());
  /** Where to go on once a fresh source has loaded. */
  const resumeAt = useRef<number>(undefined);

  const withVideo = (act: (video: HTMLVideoElement) => void): void => {
    if (element.current) act(element.current);
  };
  const play = async (): Promise<void> => {
    const video = element.current;
    if (!video) return;
    if (canRefresh()) {
      resumeAt.current = state === "ended" ? 0 : video.currentTime;
      return refresh();
    }
    if (state === "ended") video.currentTime = 0;
    // Refused (no gesture, or the source fell away meanwhile): the element reports what is left to show.
    await video.play().catch(() => {});
  };
  const resume = (): void =>
    withVideo((video) => {
      // A new source starts at normal speed, whatever was chosen for the old one.
      video.playbackRate = readings.rate;
      read();
      if (resumeAt.current === undefined) return;
      video.currentTime = resumeAt.current;
      resumeAt.current = undefined;
      void video.play().catch(() => {});
    });
  return {
    state,
    src,
    ...readings,
    togglePlay: () => {
      if (state === "playing" || (state === "waiting" && !element.current?.paused)) element.current?.pause();
      else if (state !== "failed") void play();
    },
    seek: (seconds) => withVideo((video) => Object.assign(video, { currentTime: seconds })),
    setVolume: (volume) => withVideo((video) => Object.assign(video, { volume, muted: volume === 0 })),
    setRate: (rate) => {
      memory.remember(rate);
      withVideo((video) => Object.assign(video, { playbackRate: rate }));
    },
    elementHandlers: {
      onPlaying: () => dispatch("played"),
      onPause: () => dispatch("paused"),
      onEnded: () => dispatch("ended"),
      onWaiting: () => dispatch("stalled"),
      onError: () => {
        log("A video could not be loaded", element.current?.error?.message ?? "");
        dispatch("failed");
      },
      onLoadedMetadata: resume,
      onTimeUpdate: read,
      onDurationChange: read,
      onVolumeChange: read,
      onRateChange: read,
    },
  };
}

type Readings = Pick<VideoControls, "size" | "position" | "duration" | "volume" | "rate">;

function useReadings(
  element: VideoElement,
  firstRate: number,
): { readonly readings: Readings; readonly read: () => void } {
  const [readings, setReadings] = useState<Readings>({
    size: undefined,
    position: 0,
    duration: 0,
    volume: 1,
    rate: firstRate,
  });
  const read = (): void => {
    const video = element.current;
    if (!video) return;
    setReadings({
      size: video.videoWidth > 0 ? { width: video.videoWidth, height: video.videoHeight } : undefined,
      position: video.currentTime,
      // A stream that is still being written has no end yet.
      duration: Number.isFinite(video.duration) ? video.duration : 0,
      volume: video.muted ? 0 : video.volume,
      rate: video.playbackRate,
    });
  };
  return { readings, read };
}

/** The address in use: the host's, until it has grown old and a fresh one was fetched. */
function useFreshSource({ source, refreshSource, now }: VideoSettings, onChange: () => void) {
  const [loaded, setLoaded] = useState({ source, src: source, at: now() });
  if (loaded.source !== source) {
    setLoaded({ source, src: source, at: now() });
    onChange();
  }
  return {
    src: loaded.src,
    canRefresh: () => refreshSource !== undefined && isSourceStale(loaded.at, now()),
    refresh: async (): Promise<void> => {
      const src = (await refreshSource?.()) ?? loaded.src;
      setLoaded({ source, src, at: now() });
      onChange();
    },
  };
}
