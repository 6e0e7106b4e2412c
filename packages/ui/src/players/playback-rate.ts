import { createContext, useContext } from "react";

/** The speed that was last chosen, for everything that is played next. */
interface PlaybackRateMemory {
  rate(): number;
  remember(rate: number): void;
}

const PlaybackRateContext = createContext<PlaybackRateMemory>({ rate: () => 1, remember: () => {} });
export const PlaybackRateProvider = PlaybackRateContext.Provider;

export function usePlaybackRate(): PlaybackRateMemory {
  return useContext(PlaybackRateContext);
}
