import { randomUUID } from "node:crypto";
import type { ChatHub, ChatSession } from "@offhook/chat";
import type { CancelTimer, Clock } from "@offhook/kernel";
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { InfrastructureRoute } from "../http/route-guard.ts";
import type { ChatApiKeys } from "./chat-api-key.ts";
import { KEY_REQUIRED, sendCtrl, TOO_LARGE, WRONG_METHOD } from "./chat-http.ts";
import { apiKeyOf, queryOf } from "./chat-request.ts";

const PATH = "/v0/channels/lp";
/** Shorter than the minute after which many proxies cut a silent request. */
const POLL_MS = 45_000;
/** A client that does not ask for this long is gone. */
const IDLE_MS = 90_000;
const MAX_QUEUED = 512;

export const LONG_POLL_ROUTES: readonly InfrastructureRoute[] = [
  { url: PATH, access: "guarded", why: "needs the key of an application, then a session that only it knows" },
];

export interface LongPollDeps {
  readonly hub: ChatHub;
  readonly keys: ChatApiKeys;
  readonly clock: Clock;
  readonly maxMessageBytes: number;
}

interface Poller {
  readonly session: ChatSession;
  readonly queued: string[];
  /** The request that waits for the next message. */
  answer: ((text: string) => void) | undefined;
  cancelIdle: CancelTimer;
}

/** Chat for clients that cannot open a websocket: one message a response. */
export function registerLongPoll(app: FastifyInstance, deps: LongPollDeps): () => void {
  const { hub, keys, clock, maxMessageBytes } = deps;
  const pollers = new Map<string, Poller>();
  const end = (id: string): void => {
    const poller = pollers.get(id);
    if (!poller) return;
    pollers.delete(id);
    poller.cancelIdle();
    poller.answer?.("");
    hub.close(poller.session);
  };
  const open = (): string => {
    const id = randomUUID();
    const queued: string[] = [];
    const connection = {
      send: (text: string) => deliver(pollers.get(id), text, () => end(id)),
      close: () => end(id),
    };
    const session = hub.open(id, connection, { isCreatedBefore: true });
    pollers.set(id, {
      session,
      queued,
      answer: undefined,
      cancelIdle: clock.schedule(IDLE_MS, () => end(id)),
    });
    return id;
  };
  void app.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser(
      "*",
      { parseAs: "string", bodyLimit: maxMessageBytes },
      (_request, text, done) => done(null, text),
    );
    scope.setErrorHandler((failure: FastifyError, _request, reply) => {
      if (failure.code !== "FST_ERR_CTP_BODY_TOO_LARGE") throw failure;
      return sendCtrl(reply, clock.now(), TOO_LARGE);
    });
    scope.route({
      method: ["PUT", "PATCH", "DELETE"],
      url: PATH,
      handler: (_request, reply) => sendCtrl(reply, clock.now(), WRONG_METHOD),
    });
    scope.route({
      method: ["GET", "POST"],
      url: PATH,
      handler: async (request: FastifyRequest, reply: FastifyReply) => {
        if (!keys.isValid(apiKeyOf(request))) return sendCtrl(reply, clock.now(), KEY_REQUIRED);
        const id = queryOf(request).get("sid");
        if (id === null)
          return sendCtrl(reply, clock.now(), { code: 201, text: "created", params: { sid: open() } });
        const poller = pollers.get(id);
        if (!poller) return sendCtrl(reply, clock.now(), { code: 403, text: "invalid or expired session" });
        poller.cancelIdle();
        poller.cancelIdle = clock.schedule(IDLE_MS, () => end(id));
        reply.header("cache-control", "no-store").header("access-control-allow-origin", "*");
        const text = typeof request.body === "string" ? request.body : "";
        if (text === "")
          return reply.type("application/json").send(await nextMessage(poller, clock, request));
        hub.receive(poller.session, text);
        return reply.type("application/json").send("");
      },
    });
  });
  return () => {
    for (const id of [...pollers.keys()]) end(id);
  };
}

function deliver(poller: Poller | undefined, text: string, cut: () => void): void {
  if (!poller) return;
  if (poller.answer) poller.answer(text);
  else if (poller.queued.push(text) > MAX_QUEUED) cut();
}

/** Empty when nothing came for a while. */
function nextMessage(poller: Poller, clock: Clock, request: FastifyRequest): Promise<string> {
  const waiting = poller.queued.shift();
  if (waiting !== undefined) return Promise.resolve(waiting);
  // A client has one request waiting: the newer one takes its place.
  poller.answer?.("");
  return new Promise((resolve) => {
    const cancel = clock.schedule(POLL_MS, () => answer(""));
    const answer = (text: string): void => {
      if (poller.answer !== answer) return;
      poller.answer = undefined;
      cancel();
      resolve(text);
    };
    poller.answer = answer;
    request.raw.once("close", () => answer(""));
  });
}
