import type { UserSettingsPatch } from "@offhook/contract";
import { type Kysely, sql } from "kysely";
import type { DB } from "../../../database/schema/database-schema.ts";

export interface SavedSettings {
  /** What the user has changed; not necessarily valid for this version of the program. */
  readonly settings: unknown;
  readonly version: number;
}

const NEVER_SAVED: SavedSettings = { settings: {}, version: 0 };

export async function findSettings(query: Kysely<DB>, userId: number): Promise<SavedSettings> {
  const row = await query
    .selectFrom("user_settings")
    .select(["settings", "version"])
    .where("user_id", "=", userId)
    .executeTakeFirst();
  return row ?? NEVER_SAVED;
}

/** Replaces the settings named in the patch in one step, so that what another client saves meanwhile is kept. */
export async function mergeSettings(
  query: Kysely<DB>,
  userId: number,
  patch: UserSettingsPatch,
): Promise<SavedSettings> {
  const settings = JSON.stringify(patch);
  return query
    .insertInto("user_settings")
    .values({ user_id: userId, settings, version: 1 })
    .onConflict((conflict) =>
      conflict.column("user_id").doUpdateSet({
        settings: sql`user_settings.settings || excluded.settings`,
        version: sql`user_settings.version + 1`,
      }),
    )
    .returning(["settings", "version"])
    .executeTakeFirstOrThrow();
}
