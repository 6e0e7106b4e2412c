import { type RefObject, useEffect, useEffectEvent, useRef, useState } from "react";
import type WaveSurfer from "wavesurfer.js";

export type WaveStatus = "loading" | "ready" | "playing" | "ended" | "failed";

export interface WaveOptions {
  readonly url: string | undefined;
  /** Seconds, as far as known before the file is. */
  readonly duration: number;
  readonly rate: number;
  /** The device to play on; the system's own when left out. */
  readonly sinkId?: string | undefined;
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
}

/** Longer files are played as they come: to draw them the browser would have to hold all of their sound. */
const LONGEST_DRAWN_SECONDS = 1_800;
const FLAT = [[0.02, 0.02]];

function colorsOf(element: HTMLElement) {
  const style = getComputedStyle(element);
  const color = (name: string): string => style.getPropertyValue(name).trim();
  return {
    waveColor: color("--offhook-border-strong"),
    progressColor: color("--offhook-focus"),
    cursorColor: color("--offhook-focus"),
  };
}

async function createWave(container: HTMLElement, { url, duration }: WaveOptions): Promise<WaveSurfer> {
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
    ...(url === undefined ? {} : { url }),
    ...(duration > LONGEST_DRAWN_SECONDS ? { peaks: FLAT, duration } : {}),
  });
}

/** A sound file drawn as its waveform, and what can be done with it. */
export function useWave(options: WaveOptions): WaveControls {
  const { url, duration: expected, rate, sinkId } = options;
  const container = useRef<HTMLDivElement>(null);
  const wave = useRef<WaveSurfer>(undefined);
  const [status, setStatus] = useState<WaveStatus>("loading");
  const [position, setPosition] = useState(0);
  const [duration, setDuration] = useState(expected);
  const create = useEffectEvent((element: HTMLElement) => createWave(element, options));
  const adopt = useEffectEvent((created: WaveSurfer) => {
    wave.current = created;
    created.setPlaybackRate(rate, true);
    follow(created, { setStatus, setPosition, setDuration });
  });

  useEffect(() => {
    const element = container.current;
    if (url === undefined || !element) return undefined;
    let isGone = false;
    setStatus("loading");
    create(element).then(
      (created) => {
        if (isGone) created.destroy();
        else adopt(created);
      },
      () => setStatus("failed"),
    );
    return () => {
      isGone = true;
      wave.current?.destroy();
      wave.current = undefined;
    };
  }, [url]);
  useEffect(() => {
    wave.current?.setPlaybackRate(rate, true);
  }, [rate]);
  useEffect(() => {
    // A device that was unplugged meanwhile leaves the sound where it is.
    if (sinkId !== undefined && status === "ready") wave.current?.setSinkId(sinkId).catch(() => {});
  }, [sinkId, status]);

  const seek = (seconds: number): void => {
    const target = Math.min(duration, Math.max(0, seconds));
    wave.current?.setTime(target);
    setPosition(target);
  };
  return {
    container,
    status,
    position,
    duration,
    togglePlay() {
      // Refused before the first click of a user, which this is not; the file failing has its own event.
      wave.current?.playPause().catch(() => {});
    },
    seek,
    seekBy(seconds) {
      // News of an earlier seek may come late and set the position back: the sound itself knows better.
      seek((wave.current?.getCurrentTime() ?? position) + seconds);
    },
  };
}

interface WaveState {
  setStatus(status: WaveStatus): void;
  setPosition(seconds: number): void;
  setDuration(seconds: number): void;
}

function follow(wave: WaveSurfer, { setStatus, setPosition, setDuration }: WaveState): void {
  wave.on("ready", (seconds) => {
    setDuration(seconds);
    setStatus("ready");
  });
  wave.on("play", () => setStatus("playing"));
  wave.on("pause", () => setStatus("ready"));
  wave.on("finish", () => setStatus("ended"));
  wave.on("timeupdate", setPosition);
  wave.on("seeking", setPosition);
  wave.on("error", () => setStatus("failed"));
}
