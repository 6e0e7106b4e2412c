export { CallDialogs, CallDialogsProvider } from "./active/dialogs/call-dialogs.ts";
export { PhoneBanner } from "./active/overlay/phone-banner.tsx";
export { callHandlerOf } from "./call-handler.ts";
export {
  PhoneLineProvider,
  SoundPlayerProvider,
  useActivePhone,
  useLine,
  usePhoneLine,
  useSoundPlayer,
} from "./calls-context.ts";
export { BlockedMark } from "./history/blocked-mark.tsx";
export { callerText, isHiddenNumber } from "./history/call-entry.ts";
export { CallerActions } from "./history/lazy-caller-actions.ts";
export { BlockedNumbers } from "./history/store/blocked-numbers.ts";
export { CallHistory } from "./history/store/call-history.ts";
export { useBlockedNumbers, useIsBlocked } from "./history/store/history-context.ts";
export { HistoryProvider } from "./history/store/history-provider.tsx";
export { type OwnPresence, ownPresence } from "./own-presence.ts";
export { isGoingOn } from "./phone/calls/active-call.ts";
export { createPhoneState, DeferredPhone } from "./phone/deferred-phone.ts";
export type {
  Phone,
  PhoneState,
  Registration,
} from "./phone/phone.ts";
export { PhoneProvider, usePhone, usePhoneState } from "./phone/phone-context.ts";
export type { SoftPhone } from "./phone/soft-phone.ts";
export { PhoneLine } from "./phone-line.ts";
export type { SoundName } from "./sounds/sound-catalog.ts";
export { createBrowserSoundPlayer, SoundPlayer } from "./sounds/sound-player.ts";
