import type { AddressInfo } from "node:net";
import { fastify } from "fastify";

// Started by http-overhead.ts in a process of its own: Fastify as its front page shows it, and nothing else.
async function serve(body: unknown): Promise<void> {
  const app = fastify();
  app.get("/", async () => body);
  await app.listen({ port: 0, host: "127.0.0.1" });
  process.on("message", () => {
    const { user, system } = process.cpuUsage();
    process.send?.(user + system);
  });
  process.send?.({ port: (app.server.address() as AddressInfo).port });
}

process.once("message", ({ body }: { body: unknown }) => void serve(body));
