import type { SessionUser } from "./session-store.ts";

type WithPhones = Pick<SessionUser, "phones" | "user_settings">;

function storedLine({ user_settings }: WithPhones): unknown {
  try {
    const settings: unknown = JSON.parse(user_settings.settings);
    return typeof settings === "object" && settings !== null
      ? (settings as { activePhoneLine?: unknown }).activePhoneLine
      : undefined;
  } catch {
    return undefined;
  }
}

/** The chosen line, or the first when that is gone. Undefined when there is none. */
export function lineNamed(phones: SessionUser["phones"], chosen: unknown): string | undefined {
  const line = phones.find(({ name }) => name === chosen) ?? phones[0];
  return line?.name;
}

/** The line the user calls with, as the profile has it. */
export function activeLineOf(user: WithPhones): string | undefined {
  return lineNamed(user.phones, storedLine(user));
}
