import { z } from "zod";
import { text } from "../wire-values.ts";

const MAX_LINES = 1000;
const LineName = text(100);

/** A line as the pickers show it. `value` is its number or box name. */
export const ActiveLine = z.object({
  name: LineName,
  title: text(200),
  subtitle: text(200),
  value: text(100),
});
export type ActiveLine = z.infer<typeof ActiveLine>;

export const Theme = z.enum(["light", "dark", "systemDefault"]);
export type Theme = z.infer<typeof Theme>;
export const ThemeBackground = z.enum([
  "isabelline",
  "aquaHaze",
  "whiteSmoke",
  "iceberg",
  "champagne",
  "platinum",
]);
export type ThemeBackground = z.infer<typeof ThemeBackground>;

/** `diretOrMention` is spelled so on the wire. */
export const TeamsNotification = z.enum([
  "disabled",
  "allMsgs",
  "diretOrMention",
  "mentions",
  "directMentions",
]);
export type TeamsNotification = z.infer<typeof TeamsNotification>;

export const IncomingPosition = z.enum(["topLeft", "topRight", "bottomLeft", "bottomRight"]);
export type IncomingPosition = z.infer<typeof IncomingPosition>;

/** Where the user handles a live call: in this app, the mobile phone, or another application. */
export const LiveCallHandler = z.object({ value: z.enum(["soft", "mobile", "other"]), title: text(100) });
export type LiveCallHandler = z.infer<typeof LiveCallHandler>;

export const AudioDevice = z.object({ label: text(500), browserId: text(500) });
export type AudioDevice = z.infer<typeof AudioDevice>;

export const OpenCallInExternalApp = z.object({
  isEnabled: z.boolean(),
  onlyForIncomingCalls: z.boolean(),
  includeCountryCode: z.boolean(),
  /** An address with `{number}` and `{name}` in it. */
  url: text(2000),
});
export type OpenCallInExternalApp = z.infer<typeof OpenCallInExternalApp>;

export const ShortcutAction = z.enum([
  "hold",
  "transfer",
  "dialPad",
  "hangup",
  "answer",
  "end",
  "highlightToFax",
  "highlightToMessage",
  "highlightToCall",
]);
export type ShortcutAction = z.infer<typeof ShortcutAction>;

/** `value` is the action, `shortcut` its keys joined with "+" ("Ctrl+Shift+A"), empty when it has none. */
export const Shortcut = z.object({
  value: ShortcutAction,
  shortcut: text(100),
  scope: z.enum(["inApp", "global"]),
});
export type Shortcut = z.infer<typeof Shortcut>;
export const Shortcuts = z.object({
  windows: z.array(Shortcut).max(50),
  macOS: z.array(Shortcut).max(50),
});
export type Shortcuts = z.infer<typeof Shortcuts>;

export const LineFilter = z.object({
  lines: z.array(z.object({ name: LineName, selected: z.boolean() })).max(MAX_LINES),
});
export type LineFilter = z.infer<typeof LineFilter>;
export const Filters = z.object({ sms: LineFilter, voicemails: LineFilter, faxes: LineFilter });
export type Filters = z.infer<typeof Filters>;

const ActiveLines = z.array(ActiveLine).max(MAX_LINES).nullable();

/** Every setting of a user, each strictly checked. To read stored ones use `parseUserSettings`. */
export const UserSettings = z.object({
  /** A phone's name. Null, or one that is gone: the user's first phone. */
  activePhoneLine: LineName.nullable(),
  /** Null: never chosen, so all the user has. */
  activeSmsLines: ActiveLines,
  activeVoicemails: ActiveLines,
  activeFaxes: ActiveLines,
  defaultSmsLine: LineName.nullable(),
  defaultFaxLine: LineName.nullable(),
  defaultSignature: text(1000),
  /** Phone line name to the number it is forwarded to. */
  fwPhoneNr: z.record(LineName, text(40)),

  showUnreadCount: z.boolean(),
  theme: Theme,
  themeBg: ThemeBackground,

  reviewBeforeDialing: z.boolean(),
  yealinkIntegration: z.boolean(),
  playCallIncomingSound: z.boolean(),
  playSMSIncomingSound: z.boolean(),
  /** 1: a desk phone picks up by itself when a call is placed for it. */
  autoAnswer: z.literal([0, 1]),
  doorbellDtmf: z.string().regex(/^[0-9*#]{0,16}$/),
  mobilePhoneNumber: text(30),
  incomingPosition: IncomingPosition,
  /** The app takes no calls; a desk phone still rings. Kept here so that every client and colleague learns of it. */
  disableCalls: z.boolean(),

  teamsNotification: TeamsNotification,
  teamsNotificationsSound: z.boolean(),
  webAppNotifications: z.boolean(),
  desktopAppNotifications: z.boolean(),
  taskNotifications: z.boolean(),

  liveCallHandler: LiveCallHandler,
  /** Null: the system's default device. */
  audioInput: AudioDevice.nullable(),
  audioOutput: AudioDevice.nullable(),
  /** Null: no second ringer. */
  ringerOutput: AudioDevice.nullable(),
  openCallInExternalApp: OpenCallInExternalApp,
  shortcuts: Shortcuts,
  filters: Filters,
});
export type UserSettings = z.infer<typeof UserSettings>;

/** A change: only the settings in it are touched. */
export const UserSettingsPatch = UserSettings.partial();
export type UserSettingsPatch = z.infer<typeof UserSettingsPatch>;
