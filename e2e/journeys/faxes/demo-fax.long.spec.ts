import { expect, test } from "@playwright/test";
import { TestServer } from "../../support/server.ts";
import { FaxClient } from "./fax-client.ts";

test("whoever opens the demo in its first minutes finds a fax on its way, page by page", async () => {
  const server = await TestServer.start();
  try {
    const client = await FaxClient.signIn(server, "12125550130");
    const running = async () => (await client.sent()).filter(({ page }) => page > 0);
    await expect
      .poll(running, { timeout: 30_000 })
      .toMatchObject([{ pages: 12, called: "16465550193", dlr_status: -1 }]);
    await expect.poll(async () => (await running())[0]?.page, { timeout: 60_000 }).toBe(2);
  } finally {
    await server.dispose();
  }
});
