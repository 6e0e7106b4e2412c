export {
  PhoneLineProvider,
  SoundPlayerProvider,
  useActivePhone,
  usePhoneLine,
  useSoundPlayer,
} from "./calls-context.ts";
export { type OwnPresence, ownPresence } from "./own-presence.ts";
export { PhoneLine } from "./phone-line.ts";
export type { SoundName } from "./sounds/sound-catalogue.ts";
export { createBrowserSoundPlayer, SoundPlayer } from "./sounds/sound-player.ts";
