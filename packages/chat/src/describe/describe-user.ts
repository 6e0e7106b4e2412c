import type { ChatDesc } from "@offhook/contract";
import { formatMode } from "../access/access-mode.ts";
import { ME_MODE } from "../access/access-policy.ts";
import type { AuthLevel } from "../ports/authenticator.ts";
import type { DefaultAccess, StoredUser } from "../ports/chat-store.ts";
import { timestamp } from "../wire/server-text.ts";
import { accessToWire } from "./access-to-wire.ts";

export function defaultAccessToWire({ auth, anon }: DefaultAccess): { auth: string; anon: string } {
  return { auth: formatMode(auth), anon: formatMode(anon) };
}

export function seenToWire({ seenAt, userAgent }: StoredUser): Partial<Pick<ChatDesc, "seen">> {
  return seenAt === undefined ? {} : { seen: { when: timestamp(seenAt), ua: userAgent } };
}

/** Users as they see themselves in `me`. */
export function describeSelf(user: StoredUser, ims = Number.NEGATIVE_INFINITY): ChatDesc {
  const isNewer = user.updatedAt > ims;
  return {
    ...(isNewer ? { created: timestamp(user.createdAt) } : {}),
    updated: timestamp(user.updatedAt),
    acs: accessToWire({ want: user.meWant, given: ME_MODE }),
    defacs: defaultAccessToWire(user.defacs),
    ...(isNewer && user.public !== undefined ? { public: user.public } : {}),
    ...(isNewer && user.trusted !== undefined ? { trusted: user.trusted } : {}),
    ...(isNewer && user.private !== undefined ? { private: user.private } : {}),
  };
}

/** What one would be given: clients offer to write before they subscribe if this says that they may. */
export function promisedAccess({ auth, anon }: DefaultAccess, level: AuthLevel): { mode: string } {
  return { mode: formatMode(level === "anon" ? anon : auth) };
}

/** What strangers see of a user: defaults, name and picture. */
export function describeStranger(user: StoredUser, level: AuthLevel): ChatDesc {
  return {
    created: timestamp(user.createdAt),
    updated: timestamp(user.updatedAt),
    acs: promisedAccess(user.defacs, level),
    ...(user.public === undefined ? {} : { public: user.public }),
    ...(user.trusted === undefined ? {} : { trusted: user.trusted }),
  };
}
