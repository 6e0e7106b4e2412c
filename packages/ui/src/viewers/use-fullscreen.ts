import { type RefObject, useEffect, useState } from "react";
import { useProblemLog } from "../feedback/problem-log.ts";

const HIDE_AFTER_MS = 2000;

export interface Fullscreen {
  readonly isFullscreen: boolean;
  readonly toggle: () => void;
}

export function useFullscreen(container: RefObject<HTMLElement | null>): Fullscreen {
  const [isFullscreen, setIsFullscreen] = useState(false);
  const log = useProblemLog();
  useEffect(() => {
    const update = (): void =>
      setIsFullscreen(container.current !== null && document.fullscreenElement === container.current);
    document.addEventListener("fullscreenchange", update);
    return () => document.removeEventListener("fullscreenchange", update);
  }, [container]);
  return {
    isFullscreen,
    toggle: () => {
      const change = document.fullscreenElement
        ? document.exitFullscreen()
        : container.current?.requestFullscreen();
      // A browser may refuse (a frame without the right, a phone that has none): the video plays on as it is.
      change?.catch((failure: unknown) => log("Fullscreen failed", failure));
    },
  };
}

/** False once nothing has stirred in the container for two seconds of fullscreen. */
export function useControlsShown(container: RefObject<HTMLElement | null>, isFullscreen: boolean): boolean {
  const [isIdle, setIsIdle] = useState(false);
  useEffect(() => {
    const element = container.current;
    if (!isFullscreen || !element) return;
    let timer = 0;
    const stir = (): void => {
      setIsIdle(false);
      window.clearTimeout(timer);
      timer = window.setTimeout(() => setIsIdle(true), HIDE_AFTER_MS);
    };
    const signs = ["pointermove", "pointerdown", "keydown", "focusin"] as const;
    for (const sign of signs) element.addEventListener(sign, stir);
    stir();
    return () => {
      window.clearTimeout(timer);
      setIsIdle(false);
      for (const sign of signs) element.removeEventListener(sign, stir);
    };
  }, [container, isFullscreen]);
  return !(isFullscreen && isIdle);
}
