import { type Access, type RouteDefinition, STEP_UP_HEADER } from "@offhook/contract";
import type {
  FastifyRequest,
  HookHandlerDoneFunction,
  onRequestHookHandler,
  preHandlerHookHandler,
} from "fastify";
import type { Actor } from "../../platform/actor.ts";
import type { Authenticator } from "../../platform/authenticator.ts";
import { addressKey } from "../../platform/network.ts";
import type { StepUpCheck } from "../../platform/step-up.ts";
import { UNSTORABLE } from "../bodies/body-parser.ts";
import {
  appKeyInvalid,
  featureDisabled,
  notAdministrator,
  notSupervisor,
  requestInvalid,
  stepUpRequired,
  TooManyRequests,
  tokenMissing,
} from "../errors/request-errors.ts";
import type { AddressReader } from "../guards/client-address.ts";
import type { RateLimiter } from "../guards/rate-limiter.ts";

const LONGEST_TOKEN = 4000;

export interface AccessGateOptions {
  readonly appKey: string;
  readonly authenticator: Authenticator;
  readonly stepUps: StepUpCheck;
  readonly limiter: RateLimiter;
  /** Requests a minute for routes without a limit of their own; 0 switches every limit off. */
  readonly ratePerMinute: number;
  readonly addressOf: AddressReader;
  readonly headers: readonly (readonly [string, string])[];
}

export interface GuardedRoute {
  readonly access: Access;
  /** Routes of one group share the default limit. */
  readonly group: string;
  readonly operation: string;
  readonly ratePerMinute: number | undefined;
  readonly stepUp: RouteDefinition["stepUp"];
}

type Check = (request: FastifyRequest, done: HookHandlerDoneFunction) => void;

/**
 * Decides who comes in. It is one synchronous hook on the path nearly every request takes (a known token), because
 * every further hook or promise is paid for by every request.
 */
export class AccessGate {
  readonly #options: AccessGateOptions;

  constructor(options: AccessGateOptions) {
    this.#options = options;
  }

  guard(route: GuardedRoute): onRequestHookHandler {
    const { headers } = this.#options;
    const isForUsers = route.access !== "public" && route.access !== "app";
    const check = isForUsers ? this.#checkUser(route) : this.#checkClient(route);
    return (request, reply, done) => {
      request.startedAt = performance.now();
      for (const [name, value] of headers) reply.header(name, value);
      // PostgreSQL stores no NUL; in an address it can only come escaped.
      if (request.raw.url?.includes("%00")) done(requestInvalid(UNSTORABLE));
      else check(request, done);
    };
  }

  /** For routes of which only some fields need a fresh proof; undefined where nothing is left to look at. */
  guardFields({ stepUp }: Pick<GuardedRoute, "stepUp">): preHandlerHookHandler | undefined {
    if (stepUp === undefined || stepUp === true) return undefined;
    return (request, _reply, done) => {
      const body = request.body as Readonly<Record<string, unknown>> | undefined;
      const isTouched = stepUp.some((field) => body?.[field] !== undefined);
      done(isTouched && request.actor ? this.#proofOf(request, request.actor) : undefined);
    };
  }

  #proofOf({ raw }: FastifyRequest, actor: Actor): Error | undefined {
    const proof = raw.headers[STEP_UP_HEADER];
    const isProved = typeof proof === "string" && this.#options.stepUps.isProved(actor, proof);
    return isProved ? undefined : stepUpRequired();
  }

  #checkClient(route: GuardedRoute): Check {
    const { appKey, addressOf } = this.#options;
    const needsKey = route.access !== "public";
    const count = this.#counterOf(route);
    return ({ raw }, done) => {
      const wait = count(addressKey(addressOf(raw)));
      if (wait > 0) done(new TooManyRequests(wait));
      else if (needsKey && raw.headers["x-app-key"] !== appKey) done(appKeyInvalid());
      else done();
    };
  }

  #checkUser(route: GuardedRoute): Check {
    const { appKey, authenticator, addressOf } = this.#options;
    const count = this.#counterOf(route);
    const admit = admissionTo(route.access);
    return (request, done) => {
      const { raw } = request;
      const token = bearerToken(raw.headers.authorization);
      const actor = token === undefined ? undefined : authenticator.cached(token);
      // People of one office share an address, so a signed-in user is counted alone.
      const wait = count(actor ? `user ${actor.userId}` : addressKey(addressOf(raw)));
      if (wait > 0) return done(new TooManyRequests(wait));
      if (raw.headers["x-app-key"] !== appKey) return done(appKeyInvalid());
      if (token === undefined) return done(tokenMissing());
      const enter = (known: Actor): void => {
        request.actor = known;
        done(admit(known) ?? (route.stepUp === true ? this.#proofOf(request, known) : undefined));
      };
      if (actor) enter(actor);
      else authenticator.verify(token).then(enter, done);
    };
  }

  #counterOf({ group, operation, ratePerMinute }: GuardedRoute): (client: string) => number {
    const { limiter, ratePerMinute: byDefault } = this.#options;
    if (byDefault === 0) return () => 0;
    const bucket = ratePerMinute === undefined ? group : `${group} ${operation}`;
    const limit = ratePerMinute ?? byDefault;
    return (client) => limiter.hit(`${bucket} ${client}`, limit);
  }
}

function admissionTo(access: Access): (actor: Actor) => Error | undefined {
  if (access === "public" || access === "app" || access === "user") return () => undefined;
  const refusal = REFUSALS.get(access) ?? featureDisabled;
  return (actor) => (actor.features.has(access) ? undefined : refusal());
}

const REFUSALS = new Map<Access, () => Error>([
  ["administration", notAdministrator],
  ["supervision", notSupervisor],
]);

function bearerToken(authorization: string | undefined): string | undefined {
  if (authorization === undefined || authorization.length > LONGEST_TOKEN) return undefined;
  if (!authorization.startsWith("Bearer ") && !authorization.startsWith("bearer ")) return undefined;
  return authorization.slice(7);
}
