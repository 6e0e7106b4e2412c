import type { ApiError } from "@offhook/contract";
import type { ApiRequest, Transport } from "./api-client.ts";
import { ApiFailure } from "./api-failure.ts";
import type { OpenRequests } from "./open-requests.ts";

/** A token, and the sign-in it belongs to. */
export interface Grant {
  readonly token: string;
  readonly epoch: number;
}

/** Who is asking, and what happens when the service no longer believes it. */
interface Authorization {
  /** Undefined while nobody is signed in. */
  readonly grant: () => Grant | undefined;
  /** A new grant for one that was refused. Throws a refusal when the session is over. */
  readonly renew: (refused: Grant) => Promise<Grant>;
  /** The service has ended the session that this grant belonged to. */
  readonly sessionEnded: (grant: Grant) => void;
}

export interface TransportOptions {
  readonly fetch: typeof fetch;
  readonly appKey: () => string;
  readonly authorization: Authorization;
  readonly requests: OpenRequests;
  readonly isOnline: () => boolean;
  /** Every request that nobody answered. */
  readonly onUnreachable: () => void;
}

const TIMEOUT_MS = 30_000;
const OPEN_TO_ALL = new Set(["public", "app"]);

interface Answer {
  readonly error?: ApiError | null;
  readonly result?: unknown;
}

async function readAnswer(response: Response): Promise<Answer | undefined> {
  try {
    const answer: unknown = await response.json();
    return typeof answer === "object" && answer !== null ? answer : undefined;
  } catch (failure) {
    // A proxy's error page. A reply that was cut off is none at all.
    if (failure instanceof SyntaxError) return undefined;
    throw failure;
  }
}

export function createTransport(options: TransportOptions): Transport {
  const { authorization } = options;

  async function send(request: ApiRequest, token: string | undefined): Promise<unknown> {
    const { ok, status, answer } = await askOrFail(options, request, token);
    if (ok && answer && !answer.error) return answer.result;
    throw new ApiFailure({ kind: "refused", status, error: answer?.error ?? null });
  }

  async function sendAs(request: ApiRequest, grant: Grant): Promise<unknown> {
    try {
      return await send(request, grant.token);
    } catch (failure) {
      if (failure instanceof ApiFailure && failure.isSessionGone) authorization.sessionEnded(grant);
      throw failure;
    }
  }

  async function sendWithRenewal(request: ApiRequest, grant: Grant): Promise<unknown> {
    try {
      return await sendAs(request, grant);
    } catch (failure) {
      if (!(failure instanceof ApiFailure && failure.needsNewToken)) throw failure;
      return sendAs(request, await authorization.renew(grant));
    }
  }

  return async (request) => {
    if (OPEN_TO_ALL.has(request.access)) return send(request, undefined);
    const grant = authorization.grant();
    if (!grant) return send(request, undefined);
    const result = await sendWithRenewal(request, grant);
    // The answer belongs to whoever asked; the screens are someone else's now.
    if (authorization.grant()?.epoch !== grant.epoch) throw new DOMException("Signed out", "AbortError");
    return result;
  };
}

interface Reply {
  readonly ok: boolean;
  readonly status: number;
  readonly answer: Answer | undefined;
}

async function askOrFail(
  { fetch, appKey, requests, isOnline, onUnreachable }: TransportOptions,
  { method, path, body, signal }: ApiRequest,
  token: string | undefined,
): Promise<Reply> {
  const timeout = AbortSignal.timeout(TIMEOUT_MS);
  const givenUp = AbortSignal.any(signal ? [signal, requests.signal] : [requests.signal]);
  try {
    const response = await fetch(`/api${path}`, {
      method,
      headers: {
        Accept: "application/json",
        "X-App-Key": appKey(),
        ...(body === undefined ? {} : { "Content-Type": "application/json" }),
        ...(token === undefined ? {} : { Authorization: `Bearer ${token}` }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      cache: "no-store",
      signal: AbortSignal.any([givenUp, timeout]),
    });
    return { ok: response.ok, status: response.status, answer: await readAnswer(response) };
  } catch (cause) {
    // The caller lost interest: that says nothing about the network.
    if (givenUp.aborted) throw cause;
    onUnreachable();
    throw new ApiFailure({ kind: isOnline() ? "unreachable" : "offline" }, { cause });
  }
}
