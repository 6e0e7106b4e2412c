import { DEFAULT_USER_SETTINGS, type UserSettings, type UserSettingsPatch } from "@offhook/contract";

type Fields = Readonly<Record<string, unknown>>;

function isFields(value: unknown): value is Fields {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function fieldsFrom(text: string): Fields {
  try {
    const value: unknown = JSON.parse(text);
    return isFields(value) ? value : {};
  } catch {
    return {};
  }
}

/** What an entry that may be nothing is when it is something. */
const WHEN_CHOSEN: Partial<UserSettings> = {
  activePhoneLine: "",
  activeSmsLines: [],
  activeVoicemails: [],
  activeFaxes: [],
  defaultSmsLine: "",
  defaultFaxLine: "",
  audioInput: { label: "", browserId: "" },
  audioOutput: { label: "", browserId: "" },
  ringerOutput: { label: "", browserId: "" },
};

type Choice = "theme" | "themeBg" | "teamsNotification" | "incomingPosition" | "autoAnswer";

/** The settings that are one of a few words, with all of these. */
const CHOICES: { readonly [Name in Choice]: Readonly<Record<UserSettings[Name], true>> } = {
  theme: { light: true, dark: true, systemDefault: true },
  themeBg: {
    isabelline: true,
    aquaHaze: true,
    whiteSmoke: true,
    iceberg: true,
    champagne: true,
    platinum: true,
  },
  teamsNotification: {
    disabled: true,
    allMsgs: true,
    diretOrMention: true,
    mentions: true,
    directMentions: true,
  },
  incomingPosition: { topLeft: true, topRight: true, bottomLeft: true, bottomRight: true },
  autoAnswer: { 0: true, 1: true },
};

/** Whether a value can stand where this one stands: lists for lists, and objects with the same entries. */
function isAlike(value: unknown, like: unknown): boolean {
  if (Array.isArray(like)) return Array.isArray(value) && value.every(isFields);
  if (!isFields(like)) return typeof value === typeof like;
  return isFields(value) && Object.keys(like).every((name) => isAlike(value[name], like[name]));
}

function fits(name: string, value: unknown): boolean {
  const like = DEFAULT_USER_SETTINGS[name as keyof UserSettings];
  if (value === null) return like === null;
  if (!isAlike(value, like ?? WHEN_CHOSEN[name as keyof UserSettings])) return false;
  const choices = name in CHOICES ? CHOICES[name as Choice] : undefined;
  // Asked second: only a word or a number can be one of the choices, and not every object has a text.
  return !choices || Object.hasOwn(choices, String(value));
}

/** The known settings in a text, whoever wrote it: what is not of the right kind is left out. */
export function readSettingsPatch(text: string): UserSettingsPatch {
  const given = fieldsFrom(text);
  const names = Object.keys(DEFAULT_USER_SETTINGS).filter((name) => Object.hasOwn(given, name));
  return Object.fromEntries(
    names.filter((name) => fits(name, given[name])).map((name) => [name, given[name]]),
  );
}

/**
 * Settings as the service has handed them out: it sends none that is not valid for it. Here they are only held against
 * the kinds this console knows, for the service may be newer, and the storage of the browser anybody's.
 */
export function readUserSettings(text: string): UserSettings {
  return Object.assign({}, DEFAULT_USER_SETTINGS, readSettingsPatch(text));
}
