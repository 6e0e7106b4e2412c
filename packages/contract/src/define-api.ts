import type { z } from "zod";

export type HttpMethod = "GET" | "POST" | "PUT" | "DELETE";

/**
 * The access that a route needs. `public` needs nothing, `app` the application key, `user` a signed-in user as well;
 * a feature name needs a user for whom that feature is enabled, `administration` one who runs the company's phones,
 * `supervision` one who leads its agents.
 */
export type Access = "public" | "app" | "user" | Right;
export const FEATURES = ["calls", "messaging", "voicemail", "fax", "teamChat", "contacts"] as const;
export type Feature = (typeof FEATURES)[number];
/** What a user may do: users have all features unless they were taken away, administration and supervision only where they were given. */
export type Right = Feature | "administration" | "supervision";

export interface RouteDefinition {
  readonly method: HttpMethod;
  /** Path below `/api`, with `:name` for parameters. */
  readonly path: `/${string}`;
  readonly access: Access;
  /**
   * An access token alone does not do: the user must have confirmed lately that it is them. A list names the fields of
   * the body that need it; a request without them passes.
   */
  readonly stepUp?: true | readonly string[];
  /** One line for the OpenAPI page. */
  readonly summary: string;
  readonly params?: z.ZodType;
  readonly query?: z.ZodType;
  readonly body?: z.ZodType;
  readonly result: z.ZodType;
  /** Largest accepted body in bytes, where the default of 1 MiB does not fit. */
  readonly bodyLimit?: number;
  /** Requests allowed per minute and address (per user once signed in), where the default does not fit. */
  readonly ratePerMinute?: number;
}

export type ApiDefinition = Readonly<Record<string, RouteDefinition>>;

/** The one table from which the server's routes, the console's client and the OpenAPI page are made. */
export function defineApi<const Api extends ApiDefinition>(api: Api): Api {
  return api;
}

type InputOf<Schema> = Schema extends z.ZodType ? z.input<Schema> : undefined;
type OutputOf<Schema> = Schema extends z.ZodType ? z.output<Schema> : undefined;
type Part<Key extends string, Value> = undefined extends Value
  ? Value extends undefined
    ? object
    : { readonly [K in Key]?: Value }
  : { readonly [K in Key]: Value };

/** What a caller hands in: only the parts that the route declares. */
export type RequestOf<Route extends RouteDefinition> = Part<"params", InputOf<Route["params"]>> &
  Part<"query", InputOf<Route["query"]>> &
  Part<"body", InputOf<Route["body"]>>;

/** What a handler receives: the same parts, validated. */
export interface ValidatedOf<Route extends RouteDefinition> {
  readonly params: OutputOf<Route["params"]>;
  readonly query: OutputOf<Route["query"]>;
  readonly body: OutputOf<Route["body"]>;
}

export type ResultOf<Route extends RouteDefinition> = z.output<Route["result"]>;
/** What a handler returns: the result before the schema's defaults are filled in. */
export type ReplyOf<Route extends RouteDefinition> = z.input<Route["result"]>;
