import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, readdir, rm, stat } from "node:fs/promises";
import { Agent, get } from "node:http";
import { connect, createServer, type Server, type Socket } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { PUSH_CLOSE } from "@offhook/contract";
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from "vitest";
import { createTestDatabase, type TestDatabase } from "./database/testing/test-database.ts";
import { DEMO_PASSWORD } from "./demo/demo-people.ts";
import { PushClient } from "./push/testing/push-client.ts";
import { type BundledServer, bundleServer } from "./testing/bundle-server.ts";

/** The program itself: what whoever starts and stops it sees. Each test starts it: on two busy cores that takes its time. */
const START_MS = 100_000;
vi.setConfig({ testTimeout: 3 * START_MS });

let database: TestDatabase;
let dataDir: string;
let server: BundledServer;
beforeAll(async () => {
  server = await bundleServer();
  database = await createTestDatabase();
  dataDir = await mkdtemp(join(tmpdir(), "offhook-main-"));
});
afterAll(async () => {
  await database.drop();
  await rm(dataDir, { recursive: true });
  await server.remove();
});

const children: ChildProcess[] = [];
afterEach(() => {
  for (const child of children.splice(0)) child.kill("SIGKILL");
});

function start(env: Record<string, string>) {
  const { host = "", port, user, database: name } = database.connection;
  const address = `postgresql://${user}@${encodeURIComponent(host)}:${port}/${name}`;
  const child = spawn(process.execPath, [server.main], {
    cwd: dataDir,
    env: {
      PATH: process.env.PATH,
      PORT: "0",
      OFFHOOK_DATA_DIR: "kept",
      OFFHOOK_DEMO_COLLEAGUES: "0",
      DATABASE_URL: address,
      ...env,
    },
    stdio: ["ignore", "pipe", "pipe"],
  });
  children.push(child);
  let output = "";
  for (const stream of [child.stdout, child.stderr]) stream.on("data", (data) => (output += data));
  const exited = once(child, "exit").then(([code]) => code as number | null);
  return {
    child,
    exited,
    output: () => output,
    async ready(): Promise<string> {
      await expect.poll(() => output, { timeout: START_MS, interval: 50 }).toContain("is ready at");
      return /is ready at (\S+) \(after/.exec(output)?.[1] ?? "";
    },
  };
}

describe("refuses to start, says why, and tells it by its exit code", () => {
  test("with a wrong configuration", async () => {
    const program = start({ PORT: "eighty", OFFHOOK_DEMO: "perhaps" });
    expect(await program.exited).toBe(78);
    expect(program.output()).toContain("PORT: must be a port number from 0 to 65535");
    expect(program.output()).toContain("OFFHOOK_DEMO: must be one of: 0, 1, big");
    expect(program.output()).not.toContain("    at ");
  });

  test("when the port is taken", async () => {
    const other: Server = createServer().listen(0, "127.0.0.1");
    await once(other, "listening");
    const { port } = other.address() as { port: number };
    const program = start({ PORT: String(port), OFFHOOK_DEMO: "0" });
    expect(await program.exited).toBe(69);
    expect(program.output()).toContain(`Port ${port} of 127.0.0.1 is already in use`);
    other.close();
  });
});

/** Passes connections on to the database, once it is let, and as many as it is let. */
function databaseBehind() {
  const { host = "", port, user, database: name } = database.connection;
  const sockets = new Set<Socket>();
  let left = 0;
  const server = createServer((socket) => {
    left -= 1;
    if (left < 0) {
      // As when the machine of the database goes down: whatever runs over it ends too.
      for (const each of [socket, ...sockets]) each.destroy();
      return;
    }
    const inner = connect({ path: join(host, `.s.PGSQL.${port}`) });
    sockets.add(socket);
    socket.on("close", () => {
      sockets.delete(socket);
      inner.destroy();
    });
    socket.pipe(inner).pipe(socket);
    for (const end of [socket, inner]) end.on("error", () => {});
  });
  return {
    server,
    open: (connections = Number.POSITIVE_INFINITY) => {
      left = connections;
    },
    url: (outer: number) => `postgresql://${user}@127.0.0.1:${outer}/${name}`,
  };
}

test("waits for a database that is not there yet", async () => {
  const away = databaseBehind();
  away.server.listen(0, "127.0.0.1");
  await once(away.server, "listening");
  const { port } = away.server.address() as { port: number };
  const program = start({ DATABASE_URL: away.url(port), OFFHOOK_DEMO: "0" });
  await expect
    .poll(() => program.output(), { timeout: START_MS })
    .toContain("The database cannot be reached");
  away.open();
  const url = await program.ready();
  expect((await fetch(`${url}/api/status`)).status).toBe(200);
  program.child.kill("SIGTERM");
  expect(await program.exited).toBe(0);
  away.server.close();
});

test.each([1, 4])(
  "waits for a database that dies while it starts, after %i connections",
  async (connections) => {
    const dying = databaseBehind();
    dying.open(connections);
    dying.server.listen(0, "127.0.0.1");
    await once(dying.server, "listening");
    const { port } = dying.server.address() as { port: number };
    const program = start({ DATABASE_URL: dying.url(port), OFFHOOK_DEMO: "0" });
    await expect
      .poll(() => program.output(), { timeout: START_MS })
      .toMatch(/The database cannot be reached|is ready at/);
    dying.open();
    const url = await program.ready();
    await expect.poll(async () => (await fetch(`${url}/api/status`)).status, { timeout: START_MS }).toBe(200);
    expect(program.output()).not.toContain("cannot start");
    program.child.kill("SIGTERM");
    expect(await program.exited).toBe(0);
    dying.server.close();
  },
);

test("ends at once when it is told to while it waits for a database", async () => {
  const program = start({ DATABASE_URL: "postgresql://offhook@127.0.0.1:1/offhook", OFFHOOK_DEMO: "0" });
  await expect
    .poll(() => program.output(), { timeout: START_MS })
    .toContain("The database cannot be reached");
  program.child.kill("SIGTERM");
  expect(await program.exited).toBe(0);
});

test("stops in order also when it is told to before it is ready", async () => {
  const port = await freePort();
  const program = start({ PORT: String(port), OFFHOOK_DEMO: "0" });
  await expect
    .poll(
      () =>
        fetch(`http://127.0.0.1:${port}/api/status`).then(
          () => true,
          () => false,
        ),
      {
        timeout: START_MS,
        interval: 5,
      },
    )
    .toBe(true);
  program.child.kill("SIGTERM");
  expect(await program.exited).toBe(0);
  expect(program.output()).toContain("Stopping");
});

test("loses no request of clients that ask on and on over the same connection", async () => {
  const program = start({ OFFHOOK_DEMO: "0", RATE_PER_MINUTE: "0" });
  const url = await program.ready();
  const failures: string[] = [];
  let answered = 0;
  const askOnAndOn = async (): Promise<void> => {
    const agent = new Agent({ keepAlive: true, maxSockets: 1 });
    for (;;) {
      const outcome = await ask(`${url}/api/status`, agent);
      if (outcome === 200) answered += 1;
      // Nobody listens any more: the server has stopped.
      else if (outcome === "ECONNREFUSED") return;
      else failures.push(String(outcome));
      if (failures.length > 20) return;
    }
  };
  const clients = Promise.all(Array.from({ length: 12 }, askOnAndOn));
  await expect.poll(() => answered).toBeGreaterThan(300);
  program.child.kill("SIGTERM");
  await clients;
  expect(await program.exited).toBe(0);
  expect(failures).toEqual([]);
});

function ask(url: string, agent: Agent): Promise<number | string | undefined> {
  return new Promise((resolve) => {
    const request = get(url, { agent }, (response) => {
      response.resume();
      response.on("end", () => resolve(response.statusCode));
      response.on("error", (error: NodeJS.ErrnoException) => resolve(error.code));
    });
    request.on("error", (error: NodeJS.ErrnoException) => resolve(error.code));
  });
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as { port: number };
  await new Promise((resolve) => server.close(resolve));
  return port;
}

test("starts with the demo, serves, says goodbye to clients and ends", async () => {
  const program = start({ OFFHOOK_DEMO: "1" });
  const url = await program.ready();
  const { appKey, demo } = (await (await fetch(`${url}/config.json`)).json()) as {
    appKey: string;
    demo: { accounts: { username: string }[] };
  };
  const response = await fetch(`${url}/api/login`, {
    method: "POST",
    headers: { "x-app-key": appKey, "content-type": "application/json" },
    body: JSON.stringify({ username: demo.accounts[0]?.username, passhash: DEMO_PASSWORD }),
  });
  const { result } = (await response.json()) as { result: { token: string } };
  const client = new PushClient();
  await client.connect(url, result.token);

  const closed = client.closed();
  program.child.kill("SIGTERM");
  expect(await closed).toBe(PUSH_CLOSE.serverStopping);
  expect(await program.exited).toBe(0);
  expect(program.output()).not.toContain('"level":"error"');
});

test("keeps its secrets to itself", async () => {
  const kept = join(dataDir, "kept");
  expect((await stat(join(kept, "secret.key"))).mode & 0o077).toBe(0);
  expect(await readdir(kept)).toContain("files");
});
