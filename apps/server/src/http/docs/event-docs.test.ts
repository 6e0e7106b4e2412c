import { pushEvents } from "@offhook/contract";
import type { FastifyInstance } from "fastify";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { z } from "zod";
import { createProbeServer } from "../testing/probe-server.ts";

let app: FastifyInstance;
let document: {
  readonly info: { readonly description: string };
  readonly components: { readonly schemas: Readonly<Record<string, Described>> };
};

interface Described {
  readonly description: string;
  readonly examples: readonly unknown[];
}

beforeAll(async () => {
  app = await createProbeServer({}, {});
  document = (await app.inject({ url: "/api/docs/json" })).json();
});
afterAll(() => app.close());

describe("[PUSH11] the API page names every push event", () => {
  test.each(Object.entries(pushEvents))("%s", (type, { schema, to, when }) => {
    expect(document.info.description).toContain(`<td><code>${type}</code></td>`);
    const described = document.components.schemas[`event.${type}`];
    expect(described?.description).toContain(when);
    for (const channel of to) expect(described?.description).toContain(`\`${channel}.<`);
    const known: z.ZodType = schema;
    expect(known.parse(described?.examples[0])).toEqual(described?.examples[0]);
  });

  test("and none besides", () => {
    const named = Object.keys(document.components.schemas).filter((name) => name.startsWith("event."));
    expect(named).toHaveLength(Object.keys(pushEvents).length);
  });
});
