import { chmod, mkdtemp, rm, symlink } from "node:fs/promises";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath, pathToFileURL } from "node:url";
import { rolldown } from "rolldown";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createTestDatabase, type TestDatabase } from "../../database/testing/test-database.ts";
import type { ChatProcessOptions } from "../testing/chat-process.ts";
import { MortalServer, type ServerProgram } from "../testing/mortal-server.ts";
import { StubbornClient } from "../testing/stubborn-client.ts";

/**
 * `OFFHOOK_CHAT_CRASHES=full` checks the whole server with its own database: 50 clients, five kills
 * (`OFFHOOK_CHAT_BUNDLE` names a built one to take). Otherwise team chat alone is killed, on the database of the tests,
 * which is quick.
 */
const IS_FULL = process.env.OFFHOOK_CHAT_CRASHES === "full";
const PLAN = IS_FULL
  ? { clients: 50, kills: 5, messages: 40, cutEveryMs: 200, timeoutMs: 900_000 }
  : { clients: 10, kills: 2, messages: 16, cutEveryMs: 60, timeoutMs: 60_000 };
const MAIN = fileURLToPath(new URL("../../main.ts", import.meta.url));
const MODULES = fileURLToPath(new URL("../../../../../node_modules", import.meta.url));
const TSX = pathToFileURL(createRequire(import.meta.url).resolve("tsx")).href;

let database: TestDatabase | undefined;
let folder: string;
let server: MortalServer;
const clients: StubbornClient[] = [];

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "offhook-chat-crash-"));
  // Where root runs the tests, the database's own user has to get in.
  await chmod(folder, 0o755);
  server = new MortalServer(IS_FULL ? wholeServer() : await chatAlone());
  await server.start();
}, PLAN.timeoutMs);
afterAll(async () => {
  for (const client of clients) client.end();
  await server.kill();
  await database?.drop();
  // The database of a server that was killed may still be writing its last words.
  await rm(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 });
});

function wholeServer(): ServerProgram {
  const env = {
    PATH: process.env.PATH ?? "",
    PORT: "0",
    OFFHOOK_DATA_DIR: join(folder, "data"),
    LOG_LEVEL: "warn",
  };
  const bundle = process.env.OFFHOOK_CHAT_BUNDLE;
  return {
    args: bundle === undefined ? ["--import", TSX, MAIN] : [bundle],
    cwd: folder,
    env: { ...env, RATE_PER_MINUTE: "0" },
  };
}

/** One file, as in production: loading some hundred modules takes longer than what is checked here. */
async function chatAlone(): Promise<ServerProgram> {
  database = await createTestDatabase();
  const file = join(folder, "chat-process.mjs");
  const bundle = await rolldown({
    input: fileURLToPath(new URL("../testing/chat-process.ts", import.meta.url)),
    platform: "node",
    external: ["pg-native", /^@node-rs\//],
    logLevel: "silent",
  });
  await bundle.write({ file, codeSplitting: false });
  await bundle.close();
  await symlink(MODULES, join(folder, "node_modules"));
  const options: ChatProcessOptions = { connection: database.connection, folder: join(folder, "files") };
  return { args: [file, JSON.stringify(options)], cwd: folder, env: { PATH: process.env.PATH ?? "" } };
}

/** One after another: a password is slow to hash on purpose. */
async function gather(): Promise<void> {
  for (let index = 0; index < PLAN.clients; index++) {
    const client = new StubbornClient(`client${index}`, () => server.origin, PLAN.messages);
    await client.createAccount();
    await client.join(clients[0]?.topic);
    clients.push(client);
  }
}

/** At even steps of the whole conversation, whatever is under way then. */
async function killAgainAndAgain(): Promise<void> {
  const total = PLAN.clients * PLAN.messages;
  const confirmed = (): number => clients.reduce((sum, { acknowledged }) => sum + acknowledged.size, 0);
  for (let kill = 1; kill <= PLAN.kills; kill++) {
    while (confirmed() < (total * kill) / (PLAN.kills + 1)) await sleep(5);
    await server.kill();
    await server.start();
  }
}

async function cutSockets(isOver: () => boolean): Promise<void> {
  for (let turn = 0; !isOver(); turn++) {
    await sleep(PLAN.cutEveryMs);
    clients[(turn * 7) % clients.length]?.cut();
  }
}

test(
  "[CHAT-M9] with killed servers and cut sockets every confirmed message is there once, in one order, without a gap",
  async () => {
    await gather();
    let isOver = false;
    const disturbing = Promise.all([killAgainAndAgain(), cutSockets(() => isOver)]);
    await Promise.all(clients.map((client) => client.speak()));
    isOver = true;
    await disturbing;
    expect(server.kills).toBe(PLAN.kills);

    const late = new StubbornClient("late", () => server.origin, 0);
    clients.push(late);
    await late.createAccount();
    await late.join(clients[0]?.topic);
    // What was said, and a word of the group itself about everybody who came after its owner.
    const last = PLAN.clients * PLAN.messages + PLAN.clients;
    await Promise.all(clients.map((client) => client.catchUp(last)));

    // Nobody says the same twice, and the group speaks once of each who comes.
    const everything = [...late.stream.values()];
    expect(
      everything.filter((text, index) => everything.indexOf(text) !== index),
      "doubled",
    ).toEqual([]);
    const numbers = Array.from({ length: last }, (_, index) => index + 1);
    for (const { name, stream, complaints } of clients) {
      expect(complaints, name).toEqual([]);
      expect(
        [...stream.keys()].sort((one, other) => one - other),
        name,
      ).toEqual(numbers);
      expect(new Map([...stream].sort()), name).toEqual(new Map([...late.stream].sort()));
    }
    const spoken = numbers
      .map((seq) => late.stream.get(seq) ?? "")
      .filter((text) => text.startsWith("client"));
    expect(spoken).toHaveLength(PLAN.clients * PLAN.messages);
    for (const { name, acknowledged } of clients) {
      for (const [text, seq] of acknowledged) expect(late.stream.get(seq)).toBe(text);
      const own = spoken.filter((text) => text.startsWith(`${name}:`));
      if (own.length > 0) expect(new Set(own)).toEqual(new Set(acknowledged.keys()));
    }
  },
  PLAN.timeoutMs,
);
