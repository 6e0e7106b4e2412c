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

/** The line the user calls with: the chosen one, or the first when that is gone. Undefined when he has none. */
export function activeLineOf(user: WithPhones): string | undefined {
  const chosen = storedLine(user);
  const line = user.phones.find(({ name }) => name === chosen) ?? user.phones[0];
  return line?.name;
}
