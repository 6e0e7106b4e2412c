import type { AddressInfo } from "node:net";
import { defineApi } from "@offhook/contract";
import { expect, test } from "vitest";
import { z } from "zod";
import { createProbeServer } from "../testing/probe-server.ts";

const api = defineApi({
  quick: { method: "GET", path: "/quick", access: "public", summary: "q", result: z.null() },
  slow: { method: "GET", path: "/slow", access: "public", summary: "s", result: z.string() },
});

test("a request that has begun is answered while the server stops, and no new one is taken", async () => {
  let finish: (text: string) => void = () => {};
  let begin: () => void = () => {};
  const begun = new Promise<void>((resolve) => {
    begin = resolve;
  });
  const app = await createProbeServer(api, {
    quick: async () => null,
    slow: () =>
      new Promise((resolve) => {
        finish = resolve;
        begin();
      }),
  });
  await app.listen({ port: 0, host: "127.0.0.1" });
  const { port } = app.server.address() as AddressInfo;
  const url = `http://127.0.0.1:${port}/api`;

  const answer = fetch(`${url}/slow`);
  await begun;
  const closed = app.close();
  await expect
    .poll(() =>
      fetch(`${url}/quick`).then(
        () => "taken",
        () => "refused",
      ),
    )
    .toBe("refused");
  finish("done");
  expect(await (await answer).json()).toEqual({ error: null, result: "done" });
  await closed;
});
