import type { ChatPres } from "@offhook/contract";
import {
  APPROVE,
  formatMode,
  type Grant,
  hasAny,
  modeDelta,
  OWNER,
  PRESENCE,
  READ,
  SHARE,
} from "../access/access-mode.ts";
import type { ChatSession } from "../hub/chat-session.ts";
import type { ChatWorld } from "../hub/chat-world.ts";
import type { LiveTopic } from "../topics/live-topic.ts";
import type { UserId } from "../topics/names/topic-name.ts";

type Told = Pick<ChatWorld, "presence">;

/** Members who hear of the topic on `me`: those who may read it and have not muted it. */
export function membersWhoHear(topic: LiveTopic): UserId[] {
  return [...topic.members.keys()].filter((user) => topic.can(user, READ | PRESENCE));
}

/** A group wakes up with its first listener and dozes off with its last. */
export function tellGroupState({ presence }: Told, topic: LiveTopic, what: "on" | "off"): void {
  for (const [user] of topic.members)
    if (topic.can(user, PRESENCE)) presence.tell(user, { src: topic.name, what }, { notIn: topic });
}

/** In a group: a member has begun or ceased to listen. */
export function tellMemberState(topic: LiveTopic, member: UserId, what: "on" | "off"): void {
  if (!topic.isGroup) return;
  topic.sendPres({ src: member, what }, (_session, user) => user !== member && topic.can(user, PRESENCE));
}

export interface AccessChange {
  readonly target: UserId;
  readonly actor: UserId;
  readonly before: Grant | undefined;
  readonly after: Grant | undefined;
  /** The client that caused it reads it in its answer. */
  readonly origin?: ChatSession | undefined;
}

/** Rights have changed: the target learns it everywhere, those who may share or approve learn it too. */
export function tellAccess(world: Told, topic: LiveTopic, change: AccessChange): void {
  const { target, actor, origin } = change;
  const dacs = accessDelta(change);
  const act = actor === target ? undefined : actor;
  tellTarget(world, topic, { ...change, dacs });
  topic.sendPres(
    { src: target, what: "acs", act, dacs },
    (session, user) =>
      session !== origin && user !== target && hasAny(topic.modeOf(user), SHARE | APPROVE | OWNER),
  );
  if (!isRequest(change)) return;
  for (const [user] of topic.members) {
    if (user === target || !hasAny(topic.modeOf(user), APPROVE | OWNER)) continue;
    const pres = { src: topic.nameFor(user), what: "acs" as const, tgt: target, act: actor, dacs };
    world.presence.tell(user, pres, { notIn: topic });
  }
}

function tellTarget(
  { presence }: Told,
  topic: LiveTopic,
  { target, actor, origin, dacs }: AccessChange & { readonly dacs: ChatPres["dacs"] },
): void {
  const act = actor === target ? undefined : actor;
  presence.tell(
    target,
    { src: topic.nameFor(target), what: "acs", act: act ?? target, dacs },
    { notIn: topic, except: origin },
  );
  topic.sendPres({ what: "acs", act, dacs }, (session, user) => session !== origin && user === target);
}

/** In full for somebody new, `N` for somebody gone, otherwise what changed. */
export function accessDelta({ before, after }: Pick<AccessChange, "before" | "after">): ChatPres["dacs"] {
  if (!after) return { want: "N", given: "N" };
  if (!before) return { want: formatMode(after.want), given: formatMode(after.given) };
  const [want, given] = [modeDelta(before.want, after.want), modeDelta(before.given, after.given)];
  return { ...(want === "" ? {} : { want }), ...(given === "" ? {} : { given }) };
}

/** A member wants more than they were given. */
function isRequest({ before, after }: AccessChange): boolean {
  return after !== undefined && (after.want & ~after.given) !== 0 && before?.want !== after.want;
}
