import type { ChatDesc, ChatGet, ChatMeta, ChatPres, ChatSet, ChatSubscription } from "@offhook/contract";
import {
  type AccessMode,
  applyModeText,
  effective,
  has,
  hasAny,
  JOIN,
  NONE,
  OWNER,
  PRESENCE,
} from "../access/access-mode.ts";
import { ME_MODE, modeOrDefault } from "../access/access-policy.ts";
import { accessToWire } from "../describe/access-to-wire.ts";
import { answerEach } from "../describe/answer-each.ts";
import { describeListed, listedName } from "../describe/describe-topic.ts";
import { describeSelf } from "../describe/describe-user.ts";
import { parsedIms, type WantedPart, wantedParts } from "../describe/wanted-parts.ts";
import type { AuthLevel } from "../ports/authenticator.ts";
import type { ListedSubscription, StoredUser } from "../ports/chat-store.ts";
import { accessDelta } from "../presence/topic-presence.ts";
import { mergeValue } from "../topics/names/described-value.ts";
import { keepsIdentity } from "../topics/names/identity.ts";
import { changedUserTags, tagCounts } from "../topics/names/tags.ts";
import { type UserId, usersOfDirectTopic } from "../topics/names/topic-name.ts";
import { malformed, notModified, permissionDenied } from "../wire/refusal.ts";
import type { RequestName } from "../wire/request-name.ts";
import { timestamp } from "../wire/server-text.ts";
import { changeCredential } from "./accounts/me-credentials.ts";
import type { ChatSession, SignedInUser } from "./chat-session.ts";
import type { ChatWorld } from "./chat-world.ts";

interface MeRequest {
  readonly world: ChatWorld;
  readonly session: ChatSession;
  readonly user: UserId;
  readonly level: AuthLevel;
  readonly request: RequestName;
}

/** The client listens to its user's own topic: from now on it hears of everything, and its user is there. */
export async function attachMe(world: ChatWorld, session: ChatSession, user: SignedInUser): Promise<void> {
  session.onMe.add(user.id);
  if (world.presence.enter(user.id, session)) await greetContacts(world, user.id, session.userAgent);
}

/** The user and the people they talk with learn that each other is online. */
async function greetContacts(world: ChatWorld, user: UserId, userAgent: string): Promise<void> {
  const { presence } = world;
  const isSeen = presence.isOnline(user);
  for (const { id, mode, isHeard } of await contactsOf(world, user)) {
    if (isSeen && has(mode, PRESENCE)) presence.tell(id, { src: user, what: "on", ua: userAgent });
    if (isHeard && presence.isOnline(id))
      presence.tell(user, { src: id, what: "on", ua: presence.agentOf(id) });
  }
}

/** The last client of the user has gone: their contacts see it, and the time is kept. */
export async function announceOffline(world: ChatWorld, user: UserId, userAgent: string): Promise<void> {
  if (world.users.isHidden(user)) return;
  await world.users.update(user, { seenAt: world.clock.now(), userAgent });
  await tellContacts(world, user, PRESENCE, { what: "off", ua: userAgent });
}

/** The user goes on with another client. */
export async function announceAgent(world: ChatWorld, user: UserId, userAgent: string): Promise<void> {
  if (!world.users.isHidden(user)) await tellContacts(world, user, PRESENCE, { what: "ua", ua: userAgent });
}

/** The user's profile has changed. */
export async function announceFace(world: ChatWorld, user: UserId): Promise<void> {
  await world.users.update(user, { updatedAt: world.clock.now() });
  world.presence.tell(user, { src: "me", what: "upd" });
  await tellContacts(world, user, JOIN, { what: "upd" });
}

/** Tells the people the user talks with who have the right `bit` on their side. */
async function tellContacts(
  world: ChatWorld,
  user: UserId,
  bit: AccessMode,
  pres: Pick<ChatPres, "what" | "ua">,
): Promise<void> {
  for (const { id, mode } of await contactsOf(world, user))
    if (has(mode, bit)) world.presence.tell(id, { src: user, ...pres });
}

interface DirectContact {
  readonly id: UserId;
  /** The contact's rights on their side of the topic; none while they are not online to hear of it. */
  readonly mode: AccessMode;
  readonly isHeard: boolean;
}

/** The people at the other end of the user's direct topics, and whether each side wants to know of the other. */
async function contactsOf(world: ChatWorld, user: UserId): Promise<DirectContact[]> {
  const contacts: DirectContact[] = [];
  for (const { subscription, topic } of await world.store.listSubscriptions(user)) {
    if (topic.kind !== "direct" || subscription.deletedAt !== undefined) continue;
    const id = usersOfDirectTopic(topic.name)?.find((each) => each !== user);
    if (id === undefined) continue;
    const isHeard = has(effective(subscription), PRESENCE);
    // Only an online contact can hear it, and only then is it worth a look at their side.
    const live = world.presence.isThere(id) ? await world.topics.find(topic.name) : undefined;
    contacts.push({ id, isHeard, mode: live?.modeOf(id) ?? NONE });
    if (live) world.topics.release(live);
  }
  return contacts;
}

export async function answerMeGet(
  world: ChatWorld,
  session: ChatSession,
  user: SignedInUser,
  frame: ChatGet,
  isJoining: boolean,
): Promise<void> {
  const request = { id: frame.id, topic: frame.topic };
  const asked = { world, session, user: user.id, level: user.level, request };
  for (const part of wantedParts(frame, isJoining))
    await answerEach(session, asked.request, () => answerMePart(asked, part, frame));
}

async function answerMePart(asked: MeRequest, part: WantedPart, frame: ChatGet): Promise<void> {
  const { world, session, request, user } = asked;
  const self = await world.users.own(user);
  switch (part) {
    case "desc":
      return sendMeta(asked, { desc: ownDesc(asked, self, parsedIms(frame.desc?.ims)) });
    case "sub":
      return answerList(asked, frame.sub ?? {});
    case "tags":
      if (self.tags.length > 0) return sendMeta(asked, { tags: self.tags });
      return session.reply(request, 204, "no content", { what: "tags" });
    case "cred": {
      const cred = await world.credentials.list(user);
      if (cred.length > 0) return sendMeta(asked, { cred });
      return session.reply(request, 204, "no content", { what: "creds" });
    }
    case "aux":
    case "del":
      return session.reply(request, 204, "no content", { what: part });
    case "data":
      throw permissionDenied();
  }
}

/** Root also reads whether the account is suspended. */
function ownDesc({ session }: MeRequest, self: StoredUser, ims: number | undefined): ChatDesc {
  const desc = describeSelf(self, ims);
  return session.user?.level === "root" ? { ...desc, state: self.state } : desc;
}

function sendMeta({ world, session, request }: MeRequest, part: Partial<ChatMeta>): void {
  session.send({ meta: { id: request.id, topic: "me", ts: timestamp(world.clock.now()), ...part } });
}

async function answerList(asked: MeRequest, options: NonNullable<ChatGet["sub"]>): Promise<void> {
  if (options.since !== undefined || options.before !== undefined) throw malformed();
  const { world, session, request, user } = asked;
  const ims = parsedIms(options.ims);
  const listed = await world.store.listSubscriptions(user);
  const peerIds = listed.flatMap(
    ({ topic }) => usersOfDirectTopic(topic.name)?.filter((id) => id !== user) ?? [],
  );
  const peers = await world.users.findAll(peerIds);
  const sub: ChatSubscription[] = [];
  for (const each of listed) {
    const name = listedName(each.topic.kind, each.topic.name, user);
    if (options.topic !== undefined && options.topic !== name) continue;
    const described = listEntry(world, each, { name, peer: peers.get(name), ims });
    if (described) sub.push(described);
  }
  if (sub.length === 0) return session.reply(request, 204, "no content", { what: "sub" });
  sendMeta(asked, { sub: options.limit ? sub.slice(0, options.limit) : sub });
}

/** With `ims`: changed ones in full, ended ones as such, and of the rest only that they are awake. */
function listEntry(
  { topics, presence }: ChatWorld,
  listed: ListedSubscription,
  options: {
    readonly name: string;
    readonly peer: Parameters<typeof describeListed>[1];
    readonly ims: number | undefined;
  },
): ChatSubscription | undefined {
  const { name, peer, ims } = options;
  const { deletedAt } = listed.subscription;
  if (deletedAt !== undefined)
    return ims !== undefined && deletedAt > ims ? { topic: name, deleted: timestamp(deletedAt) } : undefined;
  const live = topics.peek(listed.topic.name);
  const isOnline = peer ? presence.isOnline(peer.id) : (live?.attached.size ?? 0) > 0;
  const described = describeListed(listed, peer, { live, isOnline });
  const changedAt = Math.max(Date.parse(described.updated ?? ""), Date.parse(described.touched ?? ""));
  if (ims === undefined || changedAt > ims) return described;
  return isOnline ? { topic: name, online: true } : undefined;
}

/** `set` on `me`: the user's name and picture, defaults and tags. Every part is answered by itself. */
export async function changeMe(
  world: ChatWorld,
  session: ChatSession,
  user: SignedInUser,
  frame: ChatSet,
): Promise<void> {
  const { desc, tags, sub, cred, aux } = frame;
  if (!desc && !tags && !sub && !cred && !aux) throw malformed();
  const request = { id: frame.id, topic: frame.topic };
  const asked = { world, session, user: user.id, level: user.level, request };
  if ((tags || cred || aux) && !session.onMe.has(user.id)) throw permissionDenied();
  const change = (work: () => Promise<void>): Promise<void> =>
    answerEach(session, request, async () => {
      await work();
      session.reply(request, 200, "ok");
    });
  if (desc) await change(() => changeSelf(asked, desc));
  if (tags) await answerEach(session, request, () => changeOwnTags(asked, tags));
  if (cred) await change(() => changeCredential(world, user.id, cred));
  if (sub) await answerEach(session, request, () => changeOwnMode(asked, sub));
  if (aux) throw permissionDenied();
}

/** A user who takes presence out of what they want of `me` hides: both sides see each other leave. */
async function changeOwnMode(asked: MeRequest, sub: NonNullable<ChatSet["sub"]>): Promise<void> {
  const { world, session, user, request } = asked;
  if (sub.user && sub.user !== user) throw permissionDenied();
  const { meWant } = await world.users.own(user);
  const mode = sub.mode ? applyModeText(meWant, sub.mode) : ME_MODE;
  if (mode === undefined) throw malformed();
  const want = (mode & ME_MODE) | JOIN;
  if (want === meWant) throw notModified();
  await world.users.update(user, { meWant: want });
  const change = { before: { want: meWant, given: ME_MODE }, after: { want, given: ME_MODE } };
  world.presence.tell(user, { src: "me", what: "acs", dacs: accessDelta(change) }, { except: session });
  session.reply(request, 200, "ok", { acs: accessToWire(change.after) });
  const isHiding = has(meWant & ~want, PRESENCE);
  const isShowing = has(want & ~meWant, PRESENCE);
  if (!world.presence.isThere(user)) return;
  if (isHiding) await tellContacts(world, user, PRESENCE, { what: "off", ua: session.userAgent });
  if (isShowing) await greetContacts(world, user, session.userAgent);
}

async function changeOwnTags(
  { world, session, user, request }: MeRequest,
  asked: readonly string[],
): Promise<void> {
  const self = await world.users.own(user);
  const tags = changedUserTags(world.limits, self.tags, asked);
  if (tags.join() === self.tags.join()) throw notModified();
  await world.users.update(user, { tags });
  world.presence.tell(user, { what: "tags" }, { except: session });
  session.reply(request, 200, "ok", tagCounts(self.tags, tags));
}

async function changeSelf(asked: MeRequest, desc: NonNullable<ChatSet["desc"]>): Promise<void> {
  const { world, session, user, level } = asked;
  if (desc.trusted !== undefined && desc.trusted !== null && level !== "root") throw permissionDenied();
  const self = await world.users.own(user);
  const face = mergeValue(self.public, desc.public);
  if (!keepsIdentity(self, face.value)) throw permissionDenied();
  const sworn = mergeValue(self.trusted, desc.trusted);
  const own = mergeValue(self.private, desc.private);
  const auth = modeOrDefault(desc.defacs?.auth, self.defacs.auth);
  const anon = modeOrDefault(desc.defacs?.anon, self.defacs.anon);
  if (hasAny(auth | anon, OWNER)) throw malformed();
  const isSameAccess = auth === self.defacs.auth && anon === self.defacs.anon;
  const isSameFace = !face.isChanged && !sworn.isChanged;
  if (isSameFace && !own.isChanged && isSameAccess) throw notModified();
  const updatedAt = world.clock.now();
  await world.users.update(user, {
    public: face.value,
    trusted: sworn.value,
    private: own.value,
    defacs: { auth, anon },
    updatedAt,
  });
  world.presence.tell(user, { src: "me", what: "upd" }, { except: session });
  if (!isSameFace) await tellContacts(world, user, JOIN, { what: "upd" });
}
