import { userName } from "../../database/user-name-repository.ts";
import { colorOf } from "../../features/settings/index.ts";

/** What the profile of an account says of its user. */
export interface ChatAccountFace {
  readonly account_id: number;
  readonly username: string;
  readonly firstname: string;
  readonly lastname: string;
  readonly teams_nickname: string;
  readonly color: string | null;
  readonly photo_key: string | null;
  readonly photo_type: string | null;
  readonly status_name: string | null;
  readonly status_emoji: string | null;
}

/**
 * How an account looks in chat: what its user has told chat, overridden by their profile. `userId` leads the
 * console to its colleague. A picture of the profile stands before one that was set over chat.
 */
export function faceOfAccount(account: ChatAccountFace, own: unknown): Readonly<Record<string, unknown>> {
  const { fn: _fn, nickname: _nickname, status: _status, ...told } = isObject(own) ? own : {};
  const fn = userName(account) || account.username;
  return {
    ...told,
    fn,
    userId: account.account_id,
    color: colorOf({ id: account.account_id, color: account.color }),
    icon: initialsOf(fn),
    ...(account.teams_nickname === "" ? {} : { nickname: account.teams_nickname }),
    ...(account.status_name === null
      ? {}
      : { status: { name: account.status_name, emoji: account.status_emoji ?? "" } }),
    ...(account.photo_key === null ? {} : { photo: photoOf(account.photo_key, account.photo_type) }),
  };
}

/** The words of a name, by which its owner is found. */
export function nameTags(account: Pick<ChatAccountFace, "firstname" | "lastname">): readonly string[] {
  const words = userName(account).toLowerCase().split(/\s+/);
  return [...new Set(words.filter((word) => word.length >= 2 && !/[,"]/.test(word)))];
}

/** A firm address: the ones of the profile expire. Stock clients want the second half of the type alone. */
function photoOf(key: string, type: string | null): Readonly<Record<string, unknown>> {
  const kind = type?.split("/")[1] ?? "jpeg";
  return { type: kind, ref: `/v0/file/s/${key}.${kind === "jpeg" ? "jpg" : kind}` };
}

const MAX_INITIALS = 2;

function initialsOf(name: string): string {
  const words = name.split(/\s+/).filter((word) => word !== "");
  const chosen = words.length > MAX_INITIALS ? [words[0], words.at(-1)] : words;
  return chosen.map((word) => [...(word ?? "")][0]?.toUpperCase() ?? "").join("");
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
