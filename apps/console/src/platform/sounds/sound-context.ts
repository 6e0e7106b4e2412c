import { createServiceContext, useService } from "../service-context.ts";
import type { SoundPlayer } from "./sound-player.ts";

const SoundPlayerContext = createServiceContext<SoundPlayer>("SoundPlayer");
export const SoundPlayerProvider = SoundPlayerContext.Provider;

export function useSoundPlayer(): SoundPlayer {
  return useService(SoundPlayerContext);
}
