import { z } from "zod";
import { UserSettings, type UserSettingsPatch } from "./user-settings.ts";
import { DEFAULT_USER_SETTINGS } from "./user-settings-defaults.ts";

/**
 * Valid settings from any text: an older version's, half of them, or garbage. Whatever is usable is kept, down to
 * single entries of a list; the rest falls back to the default. Never throws.
 */
export function parseUserSettings(text: string): UserSettings {
  const stored = objectFrom(text) ?? {};
  return UserSettings.parse(salvage(UserSettings, stored, DEFAULT_USER_SETTINGS));
}

/** What of a user's stored changes is valid today: they may be of an older version. */
export function parseStoredSettings(stored: unknown): UserSettingsPatch {
  const given = isObject(stored) ? stored : {};
  const valid = Object.entries(parseUserSettings(JSON.stringify(given)));
  return Object.fromEntries(valid.filter(([name]) => Object.hasOwn(given, name)));
}

/** The changes in a client's text. Undefined unless it is an object in which every known setting is valid. */
export function parseSettingsPatch(text: string): UserSettingsPatch | undefined {
  const given = objectFrom(text);
  if (!given) return undefined;
  const result = UserSettings.partial().safeParse(given);
  return result.success ? result.data : undefined;
}

function objectFrom(text: string): Readonly<Record<string, unknown>> | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return isObject(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

function salvage(schema: z.core.$ZodType, value: unknown, fallback: unknown): unknown {
  const whole = z.safeParse(schema, value);
  if (whole.success) return whole.data;
  if (schema instanceof z.ZodNullable) return salvage(schema.unwrap(), value, fallback);
  if (schema instanceof z.ZodArray && Array.isArray(value)) return validEntries(schema, value, fallback);
  if (schema instanceof z.ZodRecord && isObject(value)) return validProperties(schema, value);
  if (schema instanceof z.ZodObject && isObject(value) && isObject(fallback)) {
    return Object.fromEntries(
      Object.entries(schema.shape).map(([key, field]) => [key, salvage(field, value[key], fallback[key])]),
    );
  }
  return fallback;
}

function validEntries(schema: z.ZodArray, values: readonly unknown[], fallback: unknown): unknown {
  const kept = values.flatMap((value) => {
    const entry = z.safeParse(schema.element, value);
    return entry.success ? [entry.data] : [];
  });
  // A list that is too long even when cleaned is no list anyone made by hand.
  return z.safeParse(schema, kept).success ? kept : fallback;
}

function validProperties(schema: z.ZodRecord, value: Readonly<Record<string, unknown>>): unknown {
  return Object.fromEntries(
    Object.entries(value).filter(([key, entry]) => z.safeParse(schema, { [key]: entry }).success),
  );
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
