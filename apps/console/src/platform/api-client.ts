import type { Api, RequestOf, ResultOf, RouteDefinition } from "@offhook/contract";

/** Method, path below `/api` and who may call, as `virtual:api-table` has them for every operation. */
type ApiTableRow = readonly [method: string, path: string, access: string];
export type ApiTable<Definition = Api> = Readonly<Record<keyof Definition & string, ApiTableRow>>;

export interface ApiRequest {
  readonly method: string;
  /** With parameters and query filled in. */
  readonly path: string;
  readonly access: string;
  readonly body?: unknown;
  readonly signal?: AbortSignal;
}

/** Sends a request and returns the `result` of its envelope; throws an `ApiFailure` otherwise. */
export type Transport = (request: ApiRequest) => Promise<unknown>;

interface CallOptions {
  readonly signal?: AbortSignal;
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

export function createClient<Definition extends Definitions<Definition> = Api>(
  table: ApiTable<Definition>,
  transport: Transport,
): Client<Definition> {
  const rows = Object.entries<ApiTableRow>(table);
  const operations = rows.map(([name, [method, path, access]]) => {
    const call = (parts: Parts = {}, { signal }: CallOptions = {}): Promise<unknown> =>
      transport({
        method,
        access,
        path: fillPath(path, parts.params) + queryOf(parts.query),
        ...(parts.body === undefined ? {} : { body: parts.body }),
        ...(signal ? { signal } : {}),
      });
    return [name, call] as const;
  });
  // The table and the types come from the same contract, which is what makes this cast true.
  return Object.fromEntries(operations) as unknown as Client<Definition>;
}
