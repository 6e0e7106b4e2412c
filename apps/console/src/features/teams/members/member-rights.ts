import { hasAccess, type Member, type Topic } from "../store/topic.ts";

/** What a member is, in one word. */
export type MemberRole = "owner" | "admin" | "writer" | "reader" | "member";

/** The rights of a topic that belong to it, in the letters of the wire. */
export const ROLE_MODES = {
  owner: "JRWPASDO",
  admin: "JRWPASD",
  writer: "JRWPSD",
  reader: "JRP",
} as const;

export const ROLE_WORDS: Readonly<Record<MemberRole, string>> = {
  owner: "Owner",
  admin: "Admin: manages members and permissions",
  writer: "Can write",
  reader: "Can only read",
  // The rights of others are shown to those who may share.
  member: "Member",
};

export function roleOf(mode: string): MemberRole {
  if (mode === "") return "member";
  if (hasAccess(mode, "O")) return "owner";
  if (hasAccess(mode, "A")) return "admin";
  return hasAccess(mode, "W") ? "writer" : "reader";
}

/** The people who may come in, as the owner chooses. */
export const NEWCOMER_CHOICES = [
  { value: "RWPSD", label: "Private: people come by invitation" },
  { value: "JRWPSD", label: "Public: colleagues find it, join and write" },
  { value: "JRP", label: "View-only: colleagues find it, join and read" },
] as const;

/** The choice that newcomers' rights come to. */
export function newcomerChoice(mode: string): string {
  if (!hasAccess(mode, "J")) return "RWPSD";
  return hasAccess(mode, "W") ? "JRWPSD" : "JRP";
}

export function canInvite({ mode }: Pick<Topic, "mode">): boolean {
  return hasAccess(mode, "S") || canDecide({ mode });
}

/** May choose what others may do, and take them out. */
export function canDecide({ mode }: Pick<Topic, "mode">): boolean {
  return hasAccess(mode, "A") || hasAccess(mode, "O");
}

/** The member would like to write and may not. */
export function asksToWrite({ want, given }: Pick<Member, "want" | "given">): boolean {
  return hasAccess(want, "W") && !hasAccess(given, "W");
}

/** The team is offered to this member, who has not taken it yet. */
export function isOfferedOwnership({ want, given }: Pick<Topic, "want" | "given">): boolean {
  return hasAccess(given, "O") && !hasAccess(want, "O");
}

export type MemberAct = "write" | "viewOnly" | "admin" | "offer" | "remove";

/** What the user can do with a member. */
export function memberActs(own: Pick<Topic, "mode">, member: Pick<Member, "mode" | "given">): MemberAct[] {
  const role = roleOf(member.mode);
  if (!canDecide(own) || role === "owner") return [];
  const acts: MemberAct[] = [];
  if (role === "reader" || role === "admin") acts.push("write");
  if (role !== "reader") acts.push("viewOnly");
  if (role !== "admin") acts.push("admin");
  if (hasAccess(own.mode, "O") && !hasAccess(member.given, "O")) acts.push("offer");
  return [...acts, "remove"];
}

/** The most important first; within that by name. */
export function sortedMembers(
  members: Iterable<Member>,
  nameOf: (user: string) => string,
): readonly Member[] {
  const rank: Readonly<Record<MemberRole, number>> = { owner: 0, admin: 1, writer: 2, member: 2, reader: 3 };
  return [...members].sort(
    (one, other) =>
      rank[roleOf(one.mode)] - rank[roleOf(other.mode)] || nameOf(one.user).localeCompare(nameOf(other.user)),
  );
}
