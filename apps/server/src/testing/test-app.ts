import { mkdtemp, rm } from "node:fs/promises";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { STEP_UP_HEADER } from "@offhook/contract";
import type { Clock } from "@offhook/kernel";
import { pino } from "pino";
import { type App, type AppDeps, createApp } from "../app.ts";
import { readConfig } from "../config.ts";
import type { TestDatabase } from "../database/testing/test-database.ts";
import { DEMO_PASSWORD } from "../demo/demo-people.ts";
import type { ObjectStore } from "../platform/files/object-store.ts";
import { createDiskObjectStore } from "../platform/files/object-store-disk.ts";
import type { Logger } from "../platform/logging/logger.ts";
import { systemClock } from "../platform/system-clock.ts";
import { createDemoDatabase, testHasher, testSecrets } from "./demo-database.ts";

export const APP_KEY = "test-app-key";

export interface TestAppOptions {
  readonly env?: Readonly<Record<string, string>>;
  readonly clock?: Clock;
  readonly logger?: Logger;
  /** The world outside, where a test watches it. */
  readonly outside?: Partial<AppDeps["outside"]>;
  /** Nothing is transcribed unless told. */
  readonly transcriber?: AppDeps["transcriber"];
}

export interface TestApp {
  readonly app: App;
  readonly database: TestDatabase;
  readonly objects: ObjectStore;
  /** Starts to listen, where a test needs real sockets; resolves with the origin. */
  listen(): Promise<string>;
  /** Signs a user of the demo in, whatever happened to the password meanwhile; resolves with the access token. */
  signIn(userId: number): Promise<string>;
  /** Confirms the password of a signed-in user; resolves with the headers of requests that need that. */
  prove(token: string): Promise<Record<string, string>>;
  /** Stops the server and starts another one on the same database. */
  restart(): Promise<void>;
  close(): Promise<void>;
}

/** The whole server on a real database with the demo companies, without its background work. */
export async function createTestApp(options: TestAppOptions = {}): Promise<TestApp> {
  const folder = await mkdtemp(join(tmpdir(), "offhook-app-"));
  const { clock = systemClock, logger = pino({ level: "silent" }) } = options;
  const files = join(folder, "files");
  const database = await createDemoDatabase({
    files,
    clock,
    onEvents: (...written) => app.wake(...written),
  });
  const [hasher, secrets] = [testHasher(), testSecrets()];
  const env = { APP_KEY, OFFHOOK_DEMO: "0", RATE_PER_MINUTE: "0", PORT: "0", ...options.env };
  const objects = await createDiskObjectStore(files);
  const start = (): Promise<App> =>
    createApp({
      config: readConfig(env, { cwd: folder, isDevelopment: true }),
      database,
      objects,
      secrets,
      clock,
      logger,
      consoleDir: folder,
      outside: { hasher, ...options.outside },
      transcriber: options.transcriber,
    });
  let app = await start();

  return {
    get app() {
      return app;
    },
    database,
    objects,
    async listen() {
      await app.fastify.listen({ port: 0, host: "127.0.0.1" });
      const { port } = app.fastify.server.address() as AddressInfo;
      return `http://127.0.0.1:${port}`;
    },
    async signIn(userId) {
      await database.query.deleteFrom("sign_in_throttles").execute();
      const { username } = await database.query
        .updateTable("users")
        .set({ password_hash: await hasher.hash(DEMO_PASSWORD) })
        .where("id", "=", userId)
        .returning("username")
        .executeTakeFirstOrThrow();
      const response = await app.fastify.inject({
        method: "POST",
        url: "/api/login",
        headers: { "x-app-key": APP_KEY },
        payload: { username, passhash: DEMO_PASSWORD, rrt: true },
      });
      const { error, result } = response.json();
      if (error) throw new Error(`Signing in failed: ${error.message}`);
      return result.token;
    },
    prove: (token) => proveIn(app, token),
    async restart() {
      await app.close();
      app = await start();
    },
    async close() {
      await app.close();
      await database.drop();
      await rm(folder, { recursive: true });
    },
  };
}

async function proveIn({ fastify }: App, token: string): Promise<Record<string, string>> {
  const response = await fastify.inject({
    method: "POST",
    url: "/api/stepUp/check",
    headers: { "x-app-key": APP_KEY, authorization: `Bearer ${token}` },
    payload: { password: DEMO_PASSWORD },
  });
  return { [STEP_UP_HEADER]: response.json().result.proof };
}
