import { LiveSound, type LiveSoundDeps } from "./live-sound.ts";
import { liveVoicemailRoutes } from "./live-voicemail-routes.ts";
import { LiveVoicemailService, type LiveVoicemailServiceDeps } from "./live-voicemail-service.ts";

export type LiveVoicemailsDeps = Omit<LiveVoicemailServiceDeps, "sound"> & Omit<LiveSoundDeps, "deposits">;

export interface LiveVoicemails {
  readonly handlers: ReturnType<typeof liveVoicemailRoutes>;
  readonly sound: LiveSound;
}

/** The part of voicemail that asks telephones for something: made after them, while they are made with the rest. */
export function createLiveVoicemails(deps: LiveVoicemailsDeps): LiveVoicemails {
  const sound = new LiveSound(deps);
  return { handlers: liveVoicemailRoutes(new LiveVoicemailService({ ...deps, sound })), sound };
}
