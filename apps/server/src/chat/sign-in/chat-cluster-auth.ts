import { createHash, timingSafeEqual } from "node:crypto";
import { formatMode, USER_DEFAULT } from "@offhook/chat";
import { TOKEN_EXPIRED } from "@offhook/contract";
import type { Clock } from "@offhook/kernel";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { z } from "zod";
import type { Database } from "../../database/database.ts";
import type { ChatAccounts } from "../../features/teams/index.ts";
import type { InfrastructureRoute } from "../../http/routes/route-guard.ts";
import type { Actor } from "../../platform/actor.ts";
import type { Authenticator } from "../../platform/authenticator.ts";
import { DomainError } from "../../platform/domain-error.ts";
import { findChatUsers } from "../store/chat-user-repository.ts";
import { findClusterUser, linkClusterUser } from "./chat-login-repository.ts";

const PATH = "/v0/auth";
const MAX_BODY_BYTES = 64 * 1024;
/** How long a token of the cluster is good: it does not hear of a session that has ended. */
const LIFETIME = "900s";

export const CLUSTER_AUTH_ROUTES: readonly InfrastructureRoute[] = [
  { url: PATH, access: "guarded", why: "needs the secret a Tinode cluster was given" },
  { url: `${PATH}/:endpoint`, access: "guarded", why: "needs the secret a Tinode cluster was given" },
];

export interface ClusterAuthDeps {
  readonly database: Database;
  readonly clock: Clock;
  readonly accounts: ChatAccounts;
  readonly authenticator: Authenticator;
  readonly appKey: string;
  /** Without it there is no such service. */
  readonly clusterSecret: string | undefined;
}

const ClusterRequest = z.object({
  endpoint: z.string().max(40).optional(),
  secret: z.base64().max(8_000).optional(),
  rec: z
    .object({ uid: z.string().regex(/^[\w+/-]{11}=?$/) })
    .partial()
    .optional(),
});
type ClusterRequest = z.infer<typeof ClusterRequest>;

/** In the words of its protocol; `err` is one it knows. */
type ClusterAnswer = { readonly err: string } | Readonly<Record<string, unknown>>;

/**
 * Tells a genuine Tinode cluster who somebody is, as its `rest` authenticator asks: one address for each question, or
 * one for all with the question in the body.
 */
export function registerClusterAuth(app: FastifyInstance, deps: ClusterAuthDeps): void {
  const handler = async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
    reply.header("cache-control", "no-store");
    if (deps.clusterSecret === undefined) return reply.code(404).send({ err: "not found" });
    if (!isFrom(request.headers.authorization, deps.clusterSecret))
      return reply.code(401).header("www-authenticate", "Basic").send({ err: "denied" });
    const body = ClusterRequest.safeParse(request.body);
    if (!body.success) return reply.send({ err: "malformed" });
    const { endpoint } = request.params as { readonly endpoint?: string };
    return reply.send(await answer(deps, endpoint ?? body.data.endpoint ?? "", body.data));
  };
  for (const { url } of CLUSTER_AUTH_ROUTES)
    app.route({ method: "POST", url, bodyLimit: MAX_BODY_BYTES, handler });
}

/** The name in front of the colon does not matter. */
function isFrom(authorization: string | undefined, secret: string): boolean {
  const given = Buffer.from(/^Basic (.+)$/i.exec(authorization ?? "")?.[1] ?? "", "base64").toString("utf8");
  const hashOf = (text: string): Buffer => createHash("sha256").update(text).digest();
  return timingSafeEqual(hashOf(given.slice(given.indexOf(":") + 1)), hashOf(secret));
}

async function answer(
  deps: ClusterAuthDeps,
  endpoint: string,
  request: ClusterRequest,
): Promise<ClusterAnswer> {
  if (endpoint === "rtagns") return { strarr: ["acct", "org"] };
  if (endpoint !== "auth" && endpoint !== "link") return { err: "unsupported" };
  const actor = await actorOf(deps, request.secret ?? "");
  if ("err" in actor) return actor;
  return endpoint === "auth" ? identify(deps, actor) : link(deps, actor, request);
}

async function actorOf(
  { authenticator, appKey }: ClusterAuthDeps,
  secret: string,
): Promise<Actor | { readonly err: string }> {
  const text = Buffer.from(secret, "base64").toString("utf8");
  const [, key, token] = /^([^:]+):(.+)$/s.exec(text) ?? [];
  if (token === undefined) return { err: "malformed" };
  if (key !== appKey) return { err: "failed" };
  try {
    const actor = await authenticator.verify(token);
    return actor.features.has("teamChat") ? actor : { err: "denied" };
  } catch (failure) {
    if (!(failure instanceof DomainError)) throw failure;
    return { err: failure.code === TOKEN_EXPIRED ? "expired" : "failed" };
  }
}

/** A user the cluster has not seen yet is created there, with the data of their profile. */
async function identify(deps: ClusterAuthDeps, actor: Actor): Promise<ClusterAnswer> {
  const { query } = deps.database;
  const rec = { authlvl: "auth", state: "ok", features: "V", lifetime: LIFETIME };
  const uid = await findClusterUser(query, actor.userId);
  if (uid !== undefined) return { rec: { uid, ...rec } };
  const [user] = await findChatUsers(query, [await deps.accounts.userOf(actor)]);
  // Its address leads to a file here, which the cluster does not have.
  const { photo: _photo, ...shown } = (user?.public ?? {}) as Readonly<Record<string, unknown>>;
  return {
    rec: { ...rec, tags: [`acct:${actor.userId}`, `org:${actor.customerId}`] },
    newacc: { auth: formatMode(USER_DEFAULT), anon: "N", public: shown, private: {} },
  };
}

async function link(
  { database, clock }: ClusterAuthDeps,
  actor: Actor,
  { rec }: ClusterRequest,
): Promise<ClusterAnswer> {
  if (rec?.uid === undefined) return { err: "malformed" };
  const isNew = await linkClusterUser(database.query, actor.userId, rec.uid, new Date(clock.now()));
  // Two clients of the user came in at once: the cluster drops the account it made for the second.
  return isNew ? {} : { err: "duplicate value" };
}
