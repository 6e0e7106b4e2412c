import { type ApiError, REQUEST_ERROR, STEP_UP_HEADER } from "@offhook/contract";

export interface ServiceRequest {
  readonly method: string;
  readonly path: string;
  readonly query: Readonly<Record<string, string>>;
  readonly token: string | null;
  readonly appKey: string | null;
  /** That the user has confirmed lately that it is them. */
  readonly proof: string | null;
  readonly body: unknown;
}

export type ServiceReply =
  | { readonly result: unknown }
  | { readonly status: number; readonly error?: ApiError }
  /** Something between us and the service answers in its place. */
  | { readonly status: number; readonly page: string }
  /** Nobody answers. */
  | "unreachable"
  /** The answer ends in the middle. */
  | "cut off";

type Handler = (request: ServiceRequest) => ServiceReply | Promise<ServiceReply>;

/** Stands in for the REST service at the one place where the console meets it: `fetch`. */
export class FakeService {
  readonly requests: ServiceRequest[] = [];
  readonly #handlers = new Map<string, Handler>();

  on(route: string, handler: Handler): this {
    this.#handlers.set(route, handler);
    return this;
  }

  requestsTo(route: string): readonly ServiceRequest[] {
    return this.requests.filter(({ method, path }) => `${method} ${path}` === route);
  }

  readonly fetch: typeof fetch = async (input, init = {}) => {
    const url = new URL(String(input), "http://console.invalid");
    const headers = new Headers(init.headers);
    const request: ServiceRequest = {
      method: init.method ?? "GET",
      path: url.pathname.replace(/^\/api/, ""),
      query: Object.fromEntries(url.searchParams),
      token: headers.get("Authorization")?.replace("Bearer ", "") ?? null,
      appKey: headers.get("X-App-Key"),
      proof: headers.get(STEP_UP_HEADER),
      body: init.body === undefined ? undefined : JSON.parse(String(init.body)),
    };
    this.requests.push(request);
    const handler = this.#handlers.get(`${request.method} ${request.path}`);
    const reply = handler ? await handler(request) : notFound;
    init.signal?.throwIfAborted();
    if (reply === "unreachable") throw new TypeError("Failed to fetch");
    if (reply === "cut off") return new Response(cutOff());
    if ("result" in reply) return Response.json({ error: null, result: reply.result });
    if ("page" in reply) return new Response(reply.page, { status: reply.status });
    return Response.json({ error: reply.error ?? null, result: null }, { status: reply.status });
  };
}

function cutOff(): ReadableStream {
  return new ReadableStream({ start: (stream) => stream.error(new TypeError("network error")) });
}

const notFound: ServiceReply = { status: 404, error: { code: "route.notFound", message: "Not found" } };

export function refusal(status: number, code: ApiError["code"], message: string): ServiceReply {
  return { status, error: { code, message } };
}

export const tokenExpired = refusal(401, 401, "The access token has expired");
export const stepUpNeeded: ServiceReply = refusal(
  403,
  REQUEST_ERROR.stepUp,
  "Confirm that it is you to make this change",
);
export const sessionGone = refusal(401, 433, "You have been signed out. Please sign in again.");
