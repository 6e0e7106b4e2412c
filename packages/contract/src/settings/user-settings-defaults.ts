import type { Shortcut, UserSettings } from "./user-settings.ts";

function shortcutsWith(modifier: "Ctrl" | "Meta"): Shortcut[] {
  return [
    { value: "hold", shortcut: `${modifier}+H`, scope: "inApp" },
    { value: "transfer", shortcut: `${modifier}+T`, scope: "inApp" },
    { value: "dialPad", shortcut: `${modifier}+D`, scope: "inApp" },
    { value: "hangup", shortcut: `${modifier}+E`, scope: "inApp" },
    { value: "answer", shortcut: `${modifier}+Shift+A`, scope: "global" },
    { value: "end", shortcut: `${modifier}+Shift+E`, scope: "global" },
    { value: "highlightToFax", shortcut: `${modifier}+Shift+F`, scope: "global" },
    { value: "highlightToMessage", shortcut: `${modifier}+Shift+M`, scope: "global" },
    { value: "highlightToCall", shortcut: `${modifier}+Shift+C`, scope: "global" },
  ];
}

/** What holds for a user who never changed anything. */
export const DEFAULT_USER_SETTINGS: UserSettings = {
  activePhoneLine: null,
  activeSmsLines: null,
  activeVoicemails: null,
  activeFaxes: null,
  defaultSmsLine: null,
  defaultFaxLine: null,
  defaultSignature: "",
  fwPhoneNr: {},
  showUnreadCount: true,
  theme: "light",
  themeBg: "whiteSmoke",
  reviewBeforeDialing: false,
  yealinkIntegration: false,
  playCallIncomingSound: true,
  playSMSIncomingSound: true,
  autoAnswer: 1,
  doorbellDtmf: "55",
  mobilePhoneNumber: "",
  incomingPosition: "bottomRight",
  disableCalls: false,
  teamsNotification: "mentions",
  teamsNotificationsSound: true,
  webAppNotifications: true,
  desktopAppNotifications: true,
  taskNotifications: true,
  liveCallHandler: { value: "soft", title: "Soft phone" },
  audioInput: null,
  audioOutput: null,
  ringerOutput: null,
  openCallInExternalApp: {
    isEnabled: false,
    onlyForIncomingCalls: false,
    includeCountryCode: false,
    url: "",
  },
  shortcuts: { windows: shortcutsWith("Ctrl"), macOS: shortcutsWith("Meta") },
  filters: { sms: { lines: [] }, voicemails: { lines: [] }, faxes: { lines: [] } },
};
