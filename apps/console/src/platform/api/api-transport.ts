import { type ApiError, EVENT_NUMBER_HEADER, STEP_UP_HEADER } from "@offhook/contract";
import type { OpenRequests } from "../network/open-requests.ts";
import type { ApiRequest, Transport } from "./api-client.ts";
import { ApiFailure } from "./api-failure.ts";

/** A token, and the sign-in it belongs to. */
export interface Grant {
  readonly token: string;
  readonly epoch: number;
}

/** The user who asks, and what happens when the service no longer accepts the token. */
interface Authorization {
  /** Undefined while nobody is signed in. */
  readonly grant: () => Grant | undefined;
  /** A new grant for one that was refused. Throws a refusal when the session is over. */
  readonly renew: (refused: Grant) => Promise<Grant>;
  /** That the user has confirmed lately that it is them. */
  readonly proof: (grant: Grant) => string | undefined;
  /** Asks the user for a proof in place of the one that was refused; undefined when they would rather not. */
  readonly prove: (grant: Grant, refused: string | undefined) => Promise<string | undefined>;
  /** The service has ended the session that this grant belonged to. */
  readonly sessionEnded: (grant: Grant, why: ApiFailure) => void;
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

  async function send(
    request: ApiRequest,
    credentials: { readonly token?: string; readonly proof?: string | undefined } = {},
  ): Promise<unknown> {
    const { ok, status, answer, eventNumber } = await askOrFail(options, request, credentials);
    if (ok && answer && !answer.error) {
      if (eventNumber !== undefined) request.onReply?.(eventNumber);
      return answer.result;
    }
    throw new ApiFailure({ kind: "refused", status, error: answer?.error ?? null });
  }

  async function sendAs(request: ApiRequest, grant: Grant): Promise<unknown> {
    try {
      return await send(request, { token: grant.token, proof: authorization.proof(grant) });
    } catch (failure) {
      if (failure instanceof ApiFailure && failure.isSessionGone) authorization.sessionEnded(grant, failure);
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

  /** The refusal opens one dialog, whoever asked; then the request is repeated. */
  async function sendWithProof(request: ApiRequest, grant: Grant): Promise<unknown> {
    const sent = authorization.proof(grant);
    try {
      return await sendWithRenewal(request, grant);
    } catch (failure) {
      if (!(failure instanceof ApiFailure && failure.needsStepUp)) throw failure;
      if ((await authorization.prove(grant, sent)) === undefined) throw failure;
      // Asking may have taken longer than the token lasts.
      return sendWithRenewal(request, authorization.grant() ?? grant);
    }
  }

  return async (request) => {
    if (OPEN_TO_ALL.has(request.access)) return send(request);
    const grant = authorization.grant();
    if (!grant) return send(request);
    const result = await sendWithProof(request, grant);
    // The answer belongs to whoever asked; the screens are someone else's now.
    if (authorization.grant()?.epoch !== grant.epoch) throw new DOMException("Signed out", "AbortError");
    return result;
  };
}

interface Reply {
  readonly ok: boolean;
  readonly status: number;
  readonly answer: Answer | undefined;
  readonly eventNumber: number | undefined;
}

function eventNumberOf({ headers }: Response): number | undefined {
  const text = headers.get(EVENT_NUMBER_HEADER) ?? "";
  return /^\d+$/.test(text) ? Number(text) : undefined;
}

async function askOrFail(
  { fetch, appKey, requests, isOnline, onUnreachable }: TransportOptions,
  { method, path, body, signal }: ApiRequest,
  { token, proof }: { readonly token?: string; readonly proof?: string | undefined },
): Promise<Reply> {
  const timeout = AbortSignal.timeout(TIMEOUT_MS);
  const givenUp = AbortSignal.any([signal, requests.signalFor(path)].filter((each) => each !== undefined));
  try {
    const response = await fetch(`/api${path}`, {
      method,
      headers: {
        Accept: "application/json",
        "X-App-Key": appKey(),
        ...(body === undefined ? {} : { "Content-Type": "application/json" }),
        ...(token === undefined ? {} : { Authorization: `Bearer ${token}` }),
        ...(proof === undefined ? {} : { [STEP_UP_HEADER]: proof }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      cache: "no-store",
      signal: AbortSignal.any([givenUp, timeout]),
    });
    const { ok, status } = response;
    return { ok, status, answer: await readAnswer(response), eventNumber: eventNumberOf(response) };
  } catch (cause) {
    // The caller lost interest: that says nothing about the network.
    if (givenUp.aborted) throw cause;
    onUnreachable();
    throw new ApiFailure({ kind: isOnline() ? "unreachable" : "offline" }, { cause });
  }
}
