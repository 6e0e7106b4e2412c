import { z } from "zod";

export const SettingsType = z.literal("teleconsole");

const MAX_SETTINGS_CHARACTERS = 200_000;

/** Settings travel as JSON text; `parseUserSettings` reads whatever is in it. */
export const StoredSettings = z.object({
  settings: z.string(),
  type: SettingsType,
  /** Grows by one with each change: a client that holds n and hears of n + 2 has missed something. */
  version: z.number().int(),
});
export type StoredSettings = z.infer<typeof StoredSettings>;

export const SettingsQuery = z.object({ type: SettingsType.default("teleconsole") });

/**
 * JSON text of an object with the settings that changed, by top-level name. The others keep what another tab
 * may have written meanwhile, so a client sends what it changed and not all it knows.
 */
export const SettingsUpdate = z.object({
  settings: z.string().max(MAX_SETTINGS_CHARACTERS),
  type: SettingsType.default("teleconsole"),
});
