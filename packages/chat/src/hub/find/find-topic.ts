import type { ChatGet, ChatSet, ChatSubscription } from "@offhook/contract";
import { answerEach } from "../../describe/answer-each.ts";
import { type WantedPart, wantedParts } from "../../describe/wanted-parts.ts";
import type { StoredUser } from "../../ports/chat-store.ts";
import { mergeValue } from "../../topics/names/described-value.ts";
import { parseTagQuery, withCredentialTags } from "../../topics/names/tag-query.ts";
import { malformed, notModified, permissionDenied } from "../../wire/refusal.ts";
import { timestamp } from "../../wire/server-text.ts";
import type { ChatSession, SignedInUser } from "../chat-session.ts";
import type { ChatWorld } from "../chat-world.ts";
import { describeFoundTeam, describeFoundUser } from "./found.ts";
import { findForProduct, productSearchFrom } from "./product-search.ts";

/** As other servers of the protocol have it; in a larger company people are looked for by their names. */
const MAX_FOUND = 1024;

/** `set` on `fnd`: what this client looks for now, and what its user looks for always. */
export async function changeFind(
  world: ChatWorld,
  session: ChatSession,
  user: SignedInUser,
  frame: ChatSet,
): Promise<void> {
  if (frame.sub || frame.tags || frame.cred || frame.aux) throw permissionDenied();
  if (!frame.desc) throw malformed();
  const { public: query, private: kept } = frame.desc;
  const isListening = session.findQueries.has(user.id);
  if (query !== undefined && query !== null && isListening) {
    if (typeof query !== "string") throw malformed();
    productSearchFrom(query);
    session.findQueries.set(user.id, query === "\u2421" ? "" : query);
  }
  if (!isListening && (kept === undefined || kept === null)) throw notModified();
  if (kept !== undefined && kept !== null) {
    const self = await world.users.own(user.id);
    const { value, isChanged } = mergeValue(self.findPrivate, kept);
    if (!isChanged && query === undefined) throw notModified();
    await world.users.update(user.id, { findPrivate: value });
  }
  session.reply(frame, 200, "ok");
}

export async function answerFindGet(
  world: ChatWorld,
  session: ChatSession,
  user: SignedInUser,
  frame: ChatGet,
): Promise<void> {
  for (const part of wantedParts(frame, false))
    await answerEach(session, frame, () => answerFindPart(world, session, user, part, frame));
}

async function answerFindPart(
  world: ChatWorld,
  session: ChatSession,
  user: SignedInUser,
  part: WantedPart,
  frame: ChatGet,
): Promise<void> {
  switch (part) {
    case "sub":
      return answerFound(world, session, user, frame);
    case "desc":
      return answerFindDesc(world, session, user, frame);
    case "tags":
      return answerTagOwners(world, session, user, frame);
    case "data":
    case "del":
      throw permissionDenied();
    case "cred":
    case "aux":
      return session.reply(frame, 204, "no content", { what: part === "cred" ? "creds" : part });
  }
}

/** The owners of the one tag that is looked for: a client asks before it takes a name that should be its own. */
async function answerTagOwners(
  world: ChatWorld,
  session: ChatSession,
  user: SignedInUser,
  { id, topic }: ChatGet,
): Promise<void> {
  const query = parseTagQuery(session.findQueries.get(user.id) ?? "");
  if (query?.length !== 1 || query[0]?.length !== 1) throw malformed();
  const { customerId } = await world.users.own(user.id);
  const { users, topics } = await world.store.findByTags(customerId, query, MAX_FOUND);
  const tags = [...users.map((each) => each.id), ...topics.map(({ name }) => name)];
  if (tags.length === 0) return session.reply({ id, topic }, 204, "no content", { what: "tags" });
  session.send({ meta: { id, topic, ts: timestamp(world.clock.now()), tags } });
}

async function answerFindDesc(
  { users, clock }: ChatWorld,
  session: ChatSession,
  user: SignedInUser,
  { id, topic }: ChatGet,
): Promise<void> {
  const { createdAt, updatedAt, findPrivate } = await users.own(user.id);
  const query = session.findQueries.get(user.id) ?? "";
  const desc = {
    created: timestamp(createdAt),
    updated: timestamp(updatedAt),
    ...(query === "" ? {} : { public: query }),
    ...(findPrivate === undefined ? {} : { private: findPrivate }),
  };
  session.send({ meta: { id, topic, ts: timestamp(clock.now()), desc } });
}

async function answerFound(
  world: ChatWorld,
  session: ChatSession,
  user: SignedInUser,
  { id, topic, sub }: ChatGet,
): Promise<void> {
  const self = await world.users.own(user.id);
  const stored = typeof self.findPrivate === "string" ? self.findPrivate : "";
  const query = session.findQueries.get(user.id) || stored;
  const limit = Math.min(sub?.limit || MAX_FOUND, MAX_FOUND);
  const search = productSearchFrom(query);
  const all = await (search
    ? findForProduct(world, self, search, limit)
    : findByTags(world, self, query, limit));
  if (all.length === 0) return session.reply({ id, topic }, 204, "no content", { what: "sub" });
  session.send({ meta: { id, topic, ts: timestamp(world.clock.now()), sub: all } });
}

async function findByTags(
  { store }: ChatWorld,
  self: StoredUser,
  text: string,
  limit: number,
): Promise<ChatSubscription[]> {
  const parsed = parseTagQuery(text);
  if (!parsed) return [];
  const query = withCredentialTags(parsed);
  const { users, topics } = await store.findByTags(self.customerId, query, MAX_FOUND);
  const wanted = new Set(query.flat());
  const matched = (tags: readonly string[]): string[] => tags.filter((tag) => wanted.has(tag));
  const people = users.filter((each) => each.id !== self.id);
  return [
    ...people.map((each) => describeFoundUser(each, matched(each.tags))),
    ...topics.map((each) => describeFoundTeam(each, matched(each.tags))),
  ].slice(0, limit);
}
