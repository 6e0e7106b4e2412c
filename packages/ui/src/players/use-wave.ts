import { isAddressOver } from "@offhook/kernel";
import { type RefObject, useEffect, useEffectEvent, useRef, useState } from "react";
import type WaveSurfer from "wavesurfer.js";
import { behindSilence, type Stretch } from "./silences.ts";

export type WaveStatus = "loading" | "ready" | "playing" | "ended" | "failed";

export interface WaveOptions {
  readonly url: string | undefined;
  /** Seconds, as far as known before the file is. */
  readonly duration: number;
  readonly rate: number;
  /** The device to play on; the system's own when left out. */
  readonly sinkId?: string | undefined;
  /** How loud it is from beginning to end, 0 to 100 each: known, the file need not be read before it is played. */
  readonly peaks?: readonly number[] | undefined;
  /** Where to begin, in seconds. */
  readonly startAt?: number | undefined;
  /** Stretches to leave out. */
  readonly skipped?: readonly Stretch[] | undefined;
  readonly onPlay?: (() => void) | undefined;
  /** The address has run out while the page was open; another `url` goes on where this one stopped. */
  readonly onExpired?: (() => void) | undefined;
  readonly onPosition?: ((seconds: number) => void) | undefined;
}

export interface WaveControls {
  readonly container: RefObject<HTMLDivElement | null>;
  readonly status: WaveStatus;
  readonly position: number;
  readonly duration: number;
  togglePlay(): void;
  seek(seconds: number): void;
  /** From where it stands now, which may be further than `position` tells. */
  seekBy(seconds: number): void;
  playFrom(seconds: number): void;
}

/** Longer files are played as they come: to draw them the browser would have to hold all of their sound. */
const LONGEST_DRAWN_SECONDS = 1_800;
const FLAT = [[0.02, 0.02]];
const LOUDEST = 100;

function colorsOf(element: HTMLElement) {
  const style = getComputedStyle(element);
  const color = (name: string): string => style.getPropertyValue(name).trim();
  return {
    waveColor: color("--offhook-border-strong"),
    progressColor: color("--offhook-focus"),
    cursorColor: color("--offhook-focus"),
  };
}

/** What is known of the sound before its file. */
function known({ peaks, duration }: WaveOptions) {
  if (peaks && peaks.length > 0 && duration > 0)
    return { peaks: [peaks.map((peak) => peak / LOUDEST)], duration };
  return duration > LONGEST_DRAWN_SECONDS ? { peaks: FLAT, duration } : {};
}

async function createWave(container: HTMLElement, options: WaveOptions): Promise<WaveSurfer> {
  const { default: Wave } = await import("wavesurfer.js");
  return Wave.create({
    container,
    ...colorsOf(container),
    height: 48,
    barWidth: 2,
    barGap: 2,
    barRadius: 2,
    barMinHeight: 2,
    cursorWidth: 1,
    dragToSeek: true,
    normalize: true,
    ...(options.url === undefined ? {} : { url: options.url }),
    ...known(options),
  });
}

/** A sound file drawn as its waveform, and what can be done with it. */
export function useWave(options: WaveOptions): WaveControls {
  const { duration: expected, rate, startAt = 0 } = options;
  const container = useRef<HTMLDivElement>(null);
  const wave = useRef<WaveSurfer>(undefined);
  /** A caller that asks before the file is loaded need not ask again. */
  const isWanted = useRef(false);
  const [status, setStatus] = useState<WaveStatus>("loading");
  const [position, setPosition] = useState(startAt);
  const [duration, setDuration] = useState(expected);
  const moved = useEffectEvent((seconds: number) => {
    const target = status === "playing" ? behindSilence(options.skipped ?? [], seconds) : undefined;
    if (target !== undefined && wave.current) moveTo(wave.current, target);
    setPosition(target ?? seconds);
    options.onPosition?.(target ?? seconds);
  });
  const played = useEffectEvent(() => {
    setStatus("playing");
    options.onPlay?.();
  });
  const failed = useEffectEvent(() => {
    const isExpired = options.url !== undefined && isAddressOver(options.url, Date.now());
    if (!isExpired || !options.onExpired) setStatus("failed");
    else {
      setStatus("loading");
      options.onExpired();
    }
  });
  const adopt = (created: WaveSurfer): void => {
    created.setPlaybackRate(rate, true);
    follow(created, {
      onReady: (seconds) => {
        // The service counts in whole seconds, and what it says of the length stands beside the player too.
        setDuration(Math.abs(seconds - expected) < 1 ? expected : seconds);
        setStatus("ready");
        // A sound that played to its end starts over.
        const from = position < seconds ? position : 0;
        if (from > 0) moveTo(created, from);
        setPosition(from);
        if (isWanted.current) created.play().catch(() => {});
        isWanted.current = false;
      },
      setStatus,
      onFailed: () => failed(),
      onPlay: () => played(),
      onMoved: (seconds) => moved(seconds),
    });
  };

  useLoading(wave, container, { options, adopt, setStatus });
  useTuning(wave, status, options);

  const seek = (seconds: number): void => {
    const target = Math.min(duration, Math.max(0, seconds));
    if (wave.current) moveTo(wave.current, target);
    setPosition(target);
    options.onPosition?.(target);
  };
  return {
    container,
    status,
    position,
    duration,
    togglePlay() {
      isWanted.current = status !== "playing";
      // Refused before the first click of a user, which this is not; the file failing has its own event.
      wave.current?.playPause().catch(() => {});
    },
    seek,
    seekBy(seconds) {
      // News of an earlier seek may come late and set the position back: the sound itself knows better.
      seek((wave.current?.getCurrentTime() ?? position) + seconds);
    },
    playFrom(seconds) {
      seek(seconds);
      isWanted.current = status === "loading";
      if (!isWanted.current) wave.current?.play().catch(() => {});
    },
  };
}

/**
 * While the file is looking for one place, the library keeps the next one for later and forgets it when the news
 * of the first arrive. The file itself takes every place once it knows its length.
 */
function moveTo(wave: WaveSurfer, seconds: number): void {
  const media = wave.getMediaElement();
  if (media && media.readyState >= HTMLMediaElement.HAVE_METADATA) media.currentTime = seconds;
  else wave.setTime(seconds);
}

interface Loading {
  readonly options: WaveOptions;
  adopt(created: WaveSurfer): void;
  setStatus(status: WaveStatus): void;
}

/** One sound for each address. */
function useLoading(
  wave: RefObject<WaveSurfer | undefined>,
  container: RefObject<HTMLDivElement | null>,
  { options, adopt, setStatus }: Loading,
): void {
  const { url } = options;
  const create = useEffectEvent((element: HTMLElement) => {
    setStatus("loading");
    return createWave(element, options);
  });
  const arrived = useEffectEvent((created: WaveSurfer) => {
    wave.current = created;
    adopt(created);
  });
  const failed = useEffectEvent(() => setStatus("failed"));
  useEffect(() => {
    const element = container.current;
    if (url === undefined || !element) return undefined;
    let isGone = false;
    create(element).then(
      (created) => {
        if (isGone) created.destroy();
        else arrived(created);
      },
      () => failed(),
    );
    return () => {
      isGone = true;
      wave.current?.destroy();
      wave.current = undefined;
    };
  }, [url, container, wave]);
}

/** Speed and device, also when they change while it plays. */
function useTuning(
  wave: RefObject<WaveSurfer | undefined>,
  status: WaveStatus,
  { rate, sinkId }: WaveOptions,
): void {
  useEffect(() => {
    wave.current?.setPlaybackRate(rate, true);
  }, [wave, rate]);
  const isThere = status !== "loading";
  useEffect(() => {
    // A device that was unplugged meanwhile leaves the sound where it is.
    if (sinkId !== undefined && isThere) wave.current?.setSinkId(sinkId).catch(() => {});
  }, [wave, sinkId, isThere]);
}

interface WaveNews {
  onFailed(): void;
  onReady(duration: number): void;
  onPlay(): void;
  onMoved(seconds: number): void;
  setStatus(status: WaveStatus): void;
}

function follow(wave: WaveSurfer, { onReady, onPlay, onMoved, onFailed, setStatus }: WaveNews): void {
  wave.on("ready", onReady);
  wave.on("play", onPlay);
  wave.on("pause", () => setStatus("ready"));
  wave.on("finish", () => setStatus("ended"));
  wave.on("timeupdate", onMoved);
  wave.on("seeking", onMoved);
  wave.on("error", onFailed);
}
