import { settingsShape } from "virtual:settings-shape";
import { DEFAULT_USER_SETTINGS, type UserSettings, type UserSettingsPatch } from "@offhook/contract";
import { fits, isFields, salvage, trim } from "./settings-shape.ts";

function fieldsFrom(text: string): Readonly<Record<string, unknown>> | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return isFields(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

/**
 * Valid settings from any text, to the letter as the contract's `parseUserSettings` reads them, yet without the schema
 * library: the first paint waits for the settings. Never throws.
 */
export function readUserSettings(text: string): UserSettings {
  return salvage(settingsShape, fieldsFrom(text) ?? {}, DEFAULT_USER_SETTINGS) as UserSettings;
}

/** The changes in a text, as `parseSettingsPatch` reads them: undefined unless every known setting in it is valid. */
export function readSettingsPatch(text: string): UserSettingsPatch | undefined {
  const given = fieldsFrom(text);
  if (!given || settingsShape.is !== "object") return undefined;
  const known = Object.entries(settingsShape.fields).filter(([name]) => Object.hasOwn(given, name));
  if (!known.every(([name, field]) => fits(field, given[name]))) return undefined;
  return Object.fromEntries(known.map(([name, field]) => [name, trim(field, given[name])]));
}
