import { randomUUID } from "node:crypto";
import type { ChatHub, ChatSession } from "@offhook/chat";
import type { CancelTimer, Clock } from "@offhook/kernel";
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { AddressReader } from "../../http/guards/client-address.ts";
import type { InfrastructureRoute } from "../../http/routes/route-guard.ts";
import type { ChatApiKeys } from "./chat-api-key.ts";
import type { ChatGate, ChatPass } from "./chat-gate.ts";
import { KEY_REQUIRED, sendCtrl, TOO_LARGE, TOO_MANY, WRONG_METHOD } from "./chat-http.ts";
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
  readonly gate: ChatGate;
  readonly addressOf: AddressReader;
}

interface Poller {
  readonly session: ChatSession;
  readonly pass: ChatPass;
  readonly queued: string[];
  /** The request that waits for the next message. */
  answer: ((text: string) => void) | undefined;
  cancelIdle: CancelTimer;
}

/** Chat for clients that cannot open a websocket: one message a response. */
export function registerLongPoll(app: FastifyInstance, deps: LongPollDeps): () => void {
  const { clock, maxMessageBytes } = deps;
  const polls = new LongPolls(deps);
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
      handler: (request: FastifyRequest, reply: FastifyReply) => polls.answer(request, reply),
    });
  });
  return () => polls.endAll();
}

class LongPolls {
  readonly #deps: LongPollDeps;
  readonly #pollers = new Map<string, Poller>();

  constructor(deps: LongPollDeps) {
    this.#deps = deps;
  }

  async answer(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    const { keys, clock, gate, addressOf } = this.#deps;
    if (!keys.isValid(apiKeyOf(request))) return sendCtrl(reply, clock.now(), KEY_REQUIRED);
    const id = queryOf(request).get("sid");
    if (id !== null) return this.#continue(id, request, reply);
    const pass = gate.enter(addressOf(request.raw));
    if (!pass) return sendCtrl(reply, clock.now(), TOO_MANY);
    return sendCtrl(reply, clock.now(), { code: 201, text: "created", params: { sid: this.#open(pass) } });
  }

  endAll(): void {
    for (const id of [...this.#pollers.keys()]) this.#end(id);
  }

  #open(pass: ChatPass): string {
    const { hub, clock } = this.#deps;
    const id = randomUUID();
    const connection = {
      send: (text: string) => deliver(this.#pollers.get(id), text, () => this.#end(id)),
      close: () => this.#end(id),
    };
    const session = hub.open(id, connection, { isCreatedBefore: true });
    pass.watch(session);
    const cancelIdle = clock.schedule(IDLE_MS, () => this.#end(id));
    this.#pollers.set(id, { session, pass, queued: [], answer: undefined, cancelIdle });
    return id;
  }

  async #continue(id: string, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    const { hub, clock } = this.#deps;
    const poller = this.#pollers.get(id);
    if (!poller) return sendCtrl(reply, clock.now(), { code: 403, text: "invalid or expired session" });
    poller.cancelIdle();
    poller.cancelIdle = clock.schedule(IDLE_MS, () => this.#end(id));
    reply.header("cache-control", "no-store").header("access-control-allow-origin", "*");
    const text = typeof request.body === "string" ? request.body : "";
    if (text === "") return reply.type("application/json").send(await nextMessage(poller, clock, request));
    const heard = poller.pass.ask(poller.session);
    if (heard === "end") this.#end(id);
    if (heard !== "go") return sendCtrl(reply, clock.now(), TOO_MANY);
    hub.receive(poller.session, text);
    return reply.type("application/json").send("");
  }

  #end(id: string): void {
    const poller = this.#pollers.get(id);
    if (!poller) return;
    this.#pollers.delete(id);
    poller.cancelIdle();
    poller.pass.giveBack();
    poller.answer?.("");
    this.#deps.hub.close(poller.session);
  }
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
