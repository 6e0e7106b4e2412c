export { CallButton } from "./active/call-button.tsx";
export { CallDialogs, CallDialogsProvider } from "./active/dialogs/call-dialogs.ts";
export { PhoneBanner } from "./active/overlay/phone-banner.tsx";
export { callHandlerOf } from "./call-handler.ts";
export { outcomeText } from "./history/call-entry.ts";
export { callerText, isHiddenNumber } from "./history/caller-text.ts";
export { CallerActions } from "./history/lazy-caller-actions.ts";
export { passedOverText } from "./history/passed-over-text.ts";
export { CallHistory } from "./history/store/call-history.ts";
export { CallHistoryProvider, useKnownCalls } from "./history/store/history-context.ts";
export { CallerPeek } from "./incoming/lazy-caller-peek.ts";
export { useAnswer } from "./incoming/use-answer.ts";
export { type OwnPresence, ownPresence } from "./own-presence.ts";
export { isGoingOn, isIncoming } from "./phone/calls/active-call.ts";
export { createPhoneState, DeferredPhone } from "./phone/deferred-phone.ts";
export type {
  Phone,
  PhoneState,
  Registration,
} from "./phone/phone.ts";
export { PhoneProvider, usePhone, usePhoneState } from "./phone/phone-context.ts";
export type { SoftPhone } from "./phone/soft-phone.ts";
