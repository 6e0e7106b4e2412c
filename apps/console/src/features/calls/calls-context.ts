import type { Phone } from "@offhook/contract";
import { useStore } from "zustand";
import { createServiceContext, useService } from "../../platform/service-context.ts";
import type { PhoneLine } from "./phone-line.ts";
import type { SoundPlayer } from "./sounds/sound-player.ts";

const PhoneLineContext = createServiceContext<PhoneLine>("PhoneLine");
export const PhoneLineProvider = PhoneLineContext.Provider;

export function usePhoneLine(): PhoneLine {
  return useService(PhoneLineContext);
}
const SoundPlayerContext = createServiceContext<SoundPlayer>("SoundPlayer");
export const SoundPlayerProvider = SoundPlayerContext.Provider;

export function useSoundPlayer(): SoundPlayer {
  return useService(SoundPlayerContext);
}

/** A line of the user; undefined until it is loaded. */
export function useLine(name: string): Phone | undefined {
  return useStore(usePhoneLine().state, (state) => state.lines[name]);
}

/** The active line; undefined until it is loaded. */
export function useActivePhone(): Phone | undefined {
  return useStore(usePhoneLine().state, (state) => state.phone);
}
