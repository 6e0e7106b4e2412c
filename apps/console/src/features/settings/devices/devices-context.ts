import { useStore } from "zustand";
import { createServiceContext, useService } from "../../../platform/service-context.ts";
import type { AudioDevices, AudioDevicesState } from "./audio-devices.ts";

const AudioDevicesContext = createServiceContext<AudioDevices>("AudioDevices");
export const AudioDevicesProvider = AudioDevicesContext.Provider;

export function useAudioDevices(): AudioDevices {
  return useService(AudioDevicesContext);
}

export function useAudioDeviceState<Selected>(select: (state: AudioDevicesState) => Selected): Selected {
  return useStore(useAudioDevices().state, select);
}
