import type { Api, RequestOf, ResultOf, RouteDefinition } from "@offhook/contract";
import { ApiFailure } from "./api-failure.ts";

/** By operation name: method, path below `/api` and access. */
export type ApiRoutes = Readonly<Record<string, readonly [method: string, path: string, access: string]>>;

/** The routes in two parts: what the sign-in page needs, and what can come later. */
export interface ApiTable {
  readonly first: ApiRoutes;
  readonly rest: () => Promise<ApiRoutes>;
}

export interface ApiRequest {
  readonly method: string;
  /** With parameters and query filled in. */
  readonly path: string;
  readonly access: string;
  readonly body?: unknown;
  readonly signal?: AbortSignal;
  readonly onReply?: (eventNumber: number) => void;
}

/** Sends a request and returns the `result` of its envelope; throws an `ApiFailure` otherwise. */
export type Transport = (request: ApiRequest) => Promise<unknown>;

export interface CallOptions {
  readonly signal?: AbortSignal;
  /** Told up to which event of the live line the answer is complete, where the service says so. */
  readonly onReply?: (eventNumber: number) => void;
}

type Arguments<Route extends RouteDefinition> =
  object extends RequestOf<Route>
    ? [request?: RequestOf<Route>, options?: CallOptions]
    : [request: RequestOf<Route>, options?: CallOptions];

type Definitions<Definition> = { readonly [Name in keyof Definition]: RouteDefinition };

/** One function per operation of the contract, typed by it: a route that does not exist does not compile. */
export type Client<Definition extends Definitions<Definition> = Api> = {
  readonly [Name in keyof Definition]: (
    ...request: Arguments<Definition[Name]>
  ) => Promise<ResultOf<Definition[Name]>>;
};

interface Parts {
  readonly params?: Readonly<Record<string, unknown>>;
  readonly query?: Readonly<Record<string, unknown>>;
  readonly body?: unknown;
}

function fillPath(path: string, params: Parts["params"] = {}): string {
  return path.replace(/:(\w+)/g, (_whole, name: string) => encodeURIComponent(String(params[name])));
}

function queryOf(query: Parts["query"] = {}): string {
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) {
    if (value === undefined || value === null) continue;
    for (const each of Array.isArray(value) ? value : [value]) search.append(name, String(each));
  }
  const text = search.toString();
  return text === "" ? "" : `?${text}`;
}

/** A file of the console that cannot be had is an outage like any other: the next request asks for it again. */
function unreachable(cause: unknown): never {
  throw new ApiFailure({ kind: "unreachable" }, { cause });
}

type Call = (parts?: Parts, options?: CallOptions) => Promise<unknown>;

export function createClient<Definition extends Definitions<Definition> = Api>(
  table: ApiTable,
  transport: Transport,
): Client<Definition> {
  // A browser takes several turns to give a module again that it has: a request would wait for frames meanwhile.
  let rest: ApiRoutes | undefined;
  const createCall =
    (name: string): Call =>
    async (parts = {}, { signal, onReply } = {}) => {
      if (!table.first[name]) rest ??= await table.rest().catch(unreachable);
      const route = table.first[name] ?? rest?.[name];
      if (!route) throw new Error(`There is no operation "${name}"`);
      const [method, path, access] = route;
      return transport({
        method,
        access,
        path: fillPath(path, parts.params) + queryOf(parts.query),
        ...(parts.body === undefined ? {} : { body: parts.body }),
        ...(signal ? { signal } : {}),
        ...(onReply ? { onReply } : {}),
      });
    };
  const calls = new Map<string, Call>();
  const operations = new Proxy(Object.create(null), {
    get: (_target, name) => {
      // A promise that resolves with the client asks whether it is one itself.
      if (typeof name !== "string" || name === "then") return undefined;
      const call = calls.get(name) ?? createCall(name);
      calls.set(name, call);
      return call;
    },
  });
  // The table and the types come from the same contract, which is what makes this cast true.
  return operations as Client<Definition>;
}
