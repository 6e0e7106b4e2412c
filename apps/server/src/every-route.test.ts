import { type Api, api, type RouteDefinition } from "@offhook/contract";
import fc from "fast-check";
import type { InjectOptions } from "fastify";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { DEMO_PEOPLE, JUNIPER } from "./demo/demo-people.ts";
import { type CompanySnapshot, foreignTexts, snapshotOf } from "./testing/company-contents.ts";
import { IS_LONG } from "./testing/is-long.ts";
import { inputFor, nastyText } from "./testing/schema-inputs.ts";
import { APP_KEY, createTestApp, type TestApp } from "./testing/test-app.ts";

/** A slice in every run; `OFFHOOK_INPUTS_PER_ROUTE=10000` asks the whole question. */
const INPUTS_PER_ROUTE = Number(process.env.OFFHOOK_INPUTS_PER_ROUTE ?? (IS_LONG ? 20 : 8));
const FOREIGN_INPUTS_PER_ROUTE = Math.max(5, INPUTS_PER_ROUTE / 2);
// On a busy machine that takes its time.
vi.setConfig({ testTimeout: 60_000 + INPUTS_PER_ROUTE * 100 });
const MAYA = DEMO_PEOPLE.find((person) => person.handle === "maya")!.id;
const SAM = DEMO_PEOPLE.find((person) => person.handle === "sam")!.id;

const operations = Object.entries(api) as [keyof Api, RouteDefinition][];
const forUsers = operations.filter(([, { access }]) => access !== "public" && access !== "app");
const keyed = operations.filter(([, { access }]) => access !== "public");

let server: TestApp;
/** What only the other company has. */
let secrets: readonly string[];
beforeAll(async () => {
  server = await createTestApp();
  secrets = await foreignTexts(server.database, JUNIPER.id);
});
afterAll(() => server.close());

interface Parts {
  readonly params?: unknown;
  readonly query?: unknown;
  readonly body?: unknown;
}

/** Halves of surrogate pairs cannot be written into an address; a client would have to replace them as well. */
function escaped(value: unknown): string {
  const text = typeof value === "string" ? value : JSON.stringify(value);
  return encodeURIComponent(text.replace(/\p{Surrogate}/gu, "\uFFFD"));
}

function requestOf(route: RouteDefinition, parts: Parts, headers: Record<string, string>): InjectOptions {
  const params = (parts.params ?? {}) as Record<string, unknown>;
  const path = route.path.replace(/:(\w+)/g, (_match, name: string) => escaped(params[name] ?? "x"));
  const query = typeof parts.query === "object" && parts.query !== null ? Object.entries(parts.query) : [];
  const search = query
    .filter(([, value]) => value !== undefined)
    .map(([name, value]) => `${escaped(name)}=${escaped(value)}`);
  const { body } = parts;
  return {
    method: route.method,
    url: `/api${path}${search.length > 0 ? `?${search.join("&")}` : ""}`,
    headers: { ...headers, ...(body === undefined ? {} : { "content-type": "application/json" }) },
    ...(body === undefined ? {} : { payload: JSON.stringify(body) }),
  };
}

async function call(request: InjectOptions) {
  const response = await server.app.fastify.inject(request);
  return { status: response.statusCode, text: response.body, envelope: parse(response.body) };
}

function parse(text: string): { error: { code: unknown; message: unknown } | null; result: unknown } {
  const envelope = JSON.parse(text);
  expect(Object.keys(envelope).sort()).toEqual(["error", "result"]);
  if (envelope.error === null) return envelope;
  expect(envelope).toEqual({ error: { code: expect.anything(), message: expect.any(String) }, result: null });
  return envelope;
}

const withToken = (token: string) => ({ "x-app-key": APP_KEY, authorization: `Bearer ${token}` });

/** Signed in, and confirmed where the route asks for that: its handler must be reached. */
async function entering(route: RouteDefinition): Promise<Record<string, string>> {
  const token = await server.signIn(MAYA);
  return { ...withToken(token), ...(route.stepUp === undefined ? {} : await server.prove(token)) };
}

test("the server offers exactly the routes of the contract", async () => {
  const document = (await server.app.fastify.inject({ url: "/api/docs/json" })).json();
  const described = Object.values(document.paths as Record<string, Record<string, { operationId: string }>>)
    .flatMap((methods) => Object.values(methods))
    .map(({ operationId }) => operationId);
  expect(described.sort()).toEqual(Object.keys(api).sort());
});

describe("without the application key", () => {
  let authorization: string;
  beforeAll(async () => {
    ({ authorization } = withToken(await server.signIn(MAYA)));
  });

  test.each(keyed)("%s is refused, with a good token too", async (_name, route) => {
    for (const headers of [{}, { authorization }, { authorization, "x-app-key": "other" }]) {
      const { status, envelope } = await call(requestOf(route, {}, headers as Record<string, string>));
      expect({ status, code: envelope.error?.code }).toEqual({ status: 403, code: "request.appKey" });
    }
  });
});

describe("without a token", () => {
  const signature = "c2lnbmF0dXJlc2lnbmF0dXJlc2lnbmF0dXJlc2lnbmF";
  test.each(forUsers)("%s is refused", async (_name, route) => {
    const forged = `eyJhbGciOiJub25lIn0.eyJzdWIiOiIxIiwic2lkIjoieCJ9.${signature}`;
    for (const authorization of [
      undefined,
      "",
      "Bearer ",
      "Bearer x",
      `Bearer ${forged}`,
      "Basic bWF5YTp4",
    ]) {
      const headers = { "x-app-key": APP_KEY, ...(authorization === undefined ? {} : { authorization }) };
      const { status, envelope } = await call(requestOf(route, {}, headers));
      expect({ status, code: envelope.error?.code }).toEqual({ status: 401, code: 401 });
    }
  });
});

describe("with any input", () => {
  test.each(operations)("%s never fails and always answers in the envelope", async (name, route) => {
    let headers = await entering(route);
    const inputs = fc.record({
      params: route.params ? inputFor(route.params) : fc.constant(undefined),
      query: inputFor(route.query),
      body: route.method === "GET" ? fc.constant(undefined) : inputFor(route.body),
    });
    await fc.assert(
      fc.asyncProperty(inputs, async (parts) => {
        const { status, text } = await call(requestOf(route, parts, headers));
        if (status >= 500) throw new Error(`${name} answered ${status}: ${text}`);
        // The call may have signed the user out: that is what some are for.
        if (status === 401) headers = await entering(route);
      }),
      { numRuns: INPUTS_PER_ROUTE },
    );
  });

  test.each(operations)(
    "%s survives bodies that are no JSON and headers that are no tokens",
    async (_name, route) => {
      await fc.assert(
        fc.asyncProperty(nastyText, nastyText, async (payload, header) => {
          const authorization = `Bearer ${escaped(header)}`;
          const { status } = await call({
            method: route.method,
            url: `/api${route.path.replace(/:\w+/g, "x")}`,
            headers: { "x-app-key": APP_KEY, authorization, "content-type": "application/json" },
            ...(route.method === "GET" ? {} : { payload }),
          });
          expect(status).toBeLessThan(500);
        }),
        { numRuns: 8 },
      );
    },
  );
});

describe("with a token of the other company", () => {
  /** What the stranger has written, a status for example, the stranger may read again. */
  const written = new Set<string>();
  /** As each route found it and the one before has left it. */
  let before: CompanySnapshot;
  beforeAll(async () => {
    before = await snapshotOf(server.database, JUNIPER.id);
  });

  test.each(forUsers)("%s shows and changes nothing of it", async (name, route) => {
    const { rows, ids } = before;
    expect(secrets.length).toBeGreaterThan(10);
    const theirs = fc.oneof(
      fc.constantFrom(...secrets),
      fc.constantFrom(...ids),
      fc.constantFrom(...ids).map(String),
    );
    let headers = await entering(route);
    const inputs = fc.record({
      params: route.params ? inputFor(route.params) : fc.constant(undefined),
      query: inputFor(route.query),
      body: route.method === "GET" ? fc.constant(undefined) : inputFor(route.body),
      swaps: fc.array(theirs, { minLength: 4, maxLength: 4 }),
    });
    await fc.assert(
      fc.asyncProperty(inputs, async ({ swaps, ...parts }) => {
        const request = requestOf(route, withTheirs(parts, swaps), headers);
        const { status, text, envelope } = await call(request);
        expect(status).toBeLessThan(500);
        if (status === 401) headers = await entering(route);
        if (envelope.error) return;
        const sent = decodeURIComponent(String(request.url)) + String(request.payload ?? "");
        const own = secrets.filter((secret) => sent.includes(secret));
        const isForeign = (secret: string): boolean => !own.includes(secret) && !written.has(secret);
        const shown = secrets
          .filter(isForeign)
          .find((secret) => text.includes(JSON.stringify(secret).slice(1, -1)));
        if (route.method !== "GET") for (const word of own) written.add(word);
        if (shown) throw new Error(`${name} shows ${shown}, which is the other company's`);
      }),
      { numRuns: FOREIGN_INPUTS_PER_ROUTE },
    );
    before = await snapshotOf(server.database, JUNIPER.id);
    expect(before.rows).toEqual(rows);
  });

  test("the other company does see its own", async () => {
    const token = await server.signIn(SAM);
    const { envelope, text } = await call(requestOf(api.getMyProfile, {}, withToken(token)));
    expect(envelope.error).toBeNull();
    expect(secrets.some((secret) => text.includes(secret))).toBe(true);
  });
});

/** The same request, with the other company's ids, numbers and names in the places of the own. */
function withTheirs(parts: Parts, swaps: readonly unknown[]): Parts {
  let next = 0;
  const swap = (value: unknown): unknown => {
    if (typeof value !== "object" || value === null || Array.isArray(value)) return value;
    return Object.fromEntries(
      Object.entries(value).map(([name, inner]) => {
        const isLeaf = typeof inner === "string" || typeof inner === "number";
        return [name, isLeaf && next < swaps.length ? swaps[next++] : swap(inner)];
      }),
    );
  };
  return { params: swap(parts.params), query: swap(parts.query), body: swap(parts.body) };
}
