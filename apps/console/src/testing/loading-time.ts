import { expect, onTestFinished, vi } from "vitest";

export interface LoadingTime {
  readonly pass: (ms: number) => Promise<void>;
  /** Waits without letting time pass that a loading state could count: `expect.poll` would. */
  readonly until: (isThere: () => boolean) => Promise<void>;
}

/** Stops the time of what waits to be shown; a test lets it go on, in milliseconds. */
export function stopLoadingTime(): LoadingTime {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  onTestFinished(() => void vi.useRealTimers());
  const pass = async (ms: number): Promise<void> => {
    await vi.advanceTimersByTimeAsync(ms);
    await new Promise((resolve) => requestAnimationFrame(resolve));
  };
  return {
    pass,
    until: async (isThere) => {
      for (let turn = 0; turn < 150 && !isThere(); turn += 1) await pass(1);
      expect(isThere()).toBe(true);
    },
  };
}
