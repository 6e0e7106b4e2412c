import { malformed, permissionDenied } from "../wire/refusal.ts";
import {
  type AccessMode,
  APPROVE,
  applyModeText,
  DELETE,
  type Grant,
  has,
  hasAny,
  JOIN,
  NONE,
  OWNER,
  PRESENCE,
  parseMode,
  READ,
  SHARE,
  WRITE,
} from "./access-mode.ts";

export const OWNER_MODE: AccessMode = JOIN | READ | WRITE | PRESENCE | APPROVE | SHARE | DELETE | OWNER;
export const GROUP_DEFAULT: AccessMode = JOIN | READ | WRITE | PRESENCE | SHARE;
export const USER_DEFAULT: AccessMode = JOIN | READ | WRITE | PRESENCE | APPROVE | SHARE | DELETE;
export const ME_MODE: AccessMode = JOIN | PRESENCE | SHARE;
/** The users who read what is said to the service itself. */
const SYSTEM_MODE: AccessMode = JOIN | READ | WRITE | PRESENCE | DELETE;
export const NOTES_MODE: AccessMode = JOIN | READ | WRITE | DELETE | OWNER;
/** Between two people there is nobody to share with and nobody to own it. */
const DIRECT_MASK: AccessMode = JOIN | READ | WRITE | PRESENCE | APPROVE | DELETE;

/** The text of a mode where empty means: the default. */
export function modeOrDefault(text: string | undefined, fallback: AccessMode): AccessMode {
  if (text === undefined || text === "") return fallback;
  const mode = parseMode(text);
  if (mode === undefined) throw malformed();
  return mode;
}

/** `initiator` opens a direct topic. What each is given depends on the other's defaults. */
export function directGrants(sides: {
  readonly initiator: { readonly defaults: AccessMode; readonly wanted: string | undefined };
  readonly invited: { readonly defaults: AccessMode };
}): { readonly initiator: Grant; readonly invited: Grant } {
  const { initiator, invited } = sides;
  const want = (modeOrDefault(initiator.wanted, DIRECT_MASK) & DIRECT_MASK) | APPROVE;
  return {
    initiator: { want, given: invited.defaults | APPROVE },
    invited: { want: DIRECT_MASK, given: (initiator.defaults & DIRECT_MASK) | APPROVE },
  };
}

/** A user subscribes without an invitation: what the group gives to newcomers, unless something else is remembered. */
export function joinGrant(options: {
  readonly defaults: AccessMode;
  readonly remembered: Grant | undefined;
  readonly wanted: string | undefined;
}): Grant {
  const given = options.remembered?.given ?? options.defaults;
  if (!has(given, JOIN)) throw permissionDenied();
  const want = modeOrDefault(options.wanted, given & ~OWNER);
  if (has(want, OWNER)) throw permissionDenied();
  return { want: want | JOIN, given };
}

/** Root listens to what is said to the service; others are decided on elsewhere. */
export function systemGrant(wanted: string | undefined): Grant {
  const want = (modeOrDefault(wanted, SYSTEM_MODE) & SYSTEM_MODE) | JOIN | WRITE;
  return { want, given: SYSTEM_MODE };
}

export interface WantChange {
  readonly current: Grant;
  readonly wanted: string | undefined;
  readonly isOwner: boolean;
  readonly isDirect: boolean;
  /** What the topic gives to newcomers. */
  readonly defaults: AccessMode;
}

/** A member says what they want. A request without a mode undoes a ban that the member set. */
export function wantGrant({ current, wanted, isOwner, isDirect, defaults }: WantChange): Grant {
  if (wanted === undefined || wanted === "") {
    if (has(current.want, JOIN)) return current;
    return { want: (defaults & ~OWNER) | JOIN, given: current.given };
  }
  let want = applyModeText(current.want, wanted);
  if (want === undefined) throw malformed();
  if (isDirect) want = (want & DIRECT_MASK) | APPROVE;
  if (isOwner && !has(want, OWNER | JOIN)) throw permissionDenied();
  if (has(want, OWNER) && !has(current.given, OWNER)) throw permissionDenied();
  // Members who may approve the requests of others need not ask for their own rights.
  const given =
    has(current.given & current.want, APPROVE) && !isDirect ? current.given | want : current.given;
  return { want, given };
}

export interface GivenChange {
  readonly actorMode: AccessMode;
  readonly isActorOwner: boolean;
  readonly isTargetOwner: boolean;
  readonly isDirect: boolean;
  /** Undefined for somebody who is not a member: an invitation. */
  readonly current: Grant | undefined;
  /** Of a former member who was banned, so that a plain invitation does not undo it. */
  readonly remembered: Grant | undefined;
  readonly mode: string | undefined;
  readonly defaults: AccessMode;
}

/** A member changes what another user is given, or invites them. */
export function givenGrant(change: GivenChange): Grant {
  const { actorMode, isActorOwner, isTargetOwner, isDirect, current } = change;
  if (!has(actorMode, SHARE) && !hasAny(actorMode, APPROVE | OWNER)) throw permissionDenied();
  const isExplicit = change.mode !== undefined && change.mode !== "";
  if (isExplicit && !hasAny(actorMode, APPROVE | OWNER)) throw permissionDenied();
  const given = newGiven(change);
  if (has(given, OWNER) && !isActorOwner) throw permissionDenied();
  if (isTargetOwner && (given & OWNER_MODE) !== OWNER_MODE) throw permissionDenied();
  const masked = isDirect ? (given & DIRECT_MASK) | APPROVE : given;
  if (current) return { want: current.want, given: masked };
  return { want: (masked & ~OWNER) | JOIN, given: masked };
}

function newGiven({ current, remembered, mode, defaults }: GivenChange): AccessMode {
  if (mode === undefined || mode === "") {
    if (current) return current.given;
    return remembered?.given ?? defaults | JOIN;
  }
  const given = applyModeText(current?.given ?? NONE, mode);
  if (given === undefined) throw malformed();
  return current ? given : given | (given === NONE ? NONE : JOIN);
}
