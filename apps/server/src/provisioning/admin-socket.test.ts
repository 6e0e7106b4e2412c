import { mkdtemp, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pino } from "pino";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createTestDatabase, type TestDatabase } from "../database/testing/test-database.ts";
import type { AdminAlert } from "../platform/admin-alerts.ts";
import { createSealer } from "../platform/secrets/secrets-sealing.ts";
import { askServer, openAdminSocket } from "./admin-socket.ts";
import { type CommandLineIo, runCommandLine } from "./command-line.ts";
import { Provisioner } from "./provisioner.ts";

const logger = pino({ level: "silent" });
let database: TestDatabase;
let provisioner: Provisioner;
let dataDir: string;
const raised: AdminAlert[] = [];

beforeAll(async () => {
  database = await createTestDatabase();
  dataDir = await mkdtemp(join(tmpdir(), "offhook-admin-"));
  provisioner = new Provisioner({
    database,
    sealer: createSealer(Buffer.alloc(32, 7)),
    hashPassword: async () => "hash",
    disableUser: async () => {},
    rolesChanged: () => {},
    alerts: { raise: (alert) => void raised.push(alert) },
  });
});
afterAll(async () => {
  await database.drop();
  await rm(dataDir, { recursive: true });
});

const FILE = "company: { name: Harbor }\nphones: [{ name: maya, extension: 101 }]\n";

async function run(args: readonly string[], files: Record<string, string> = { "company.yaml": FILE }) {
  let out = "";
  let err = "";
  const io: CommandLineIo = {
    out: (text) => (out += text),
    err: (text) => (err += text),
    readFile: (path) => files[path],
    writeFile: (path, text) => {
      files[path] = text;
    },
    env: () => undefined,
    ask: async (request) => {
      const answer = await askServer(dataDir, request);
      if (!answer) throw new Error("No server is running");
      return answer;
    },
  };
  return { code: await runCommandLine(args, io), out, err, files };
}

test("the program asks the running server over a socket that only its owner can open", async () => {
  const close = await openAdminSocket(dataDir, provisioner, logger);
  expect((await stat(join(dataDir, "admin.sock"))).mode & 0o777).toBe(0o600);
  expect(await run(["apply", "company.yaml", "--dry-run"])).toMatchObject({
    code: 0,
    out: "  + company Harbor\n  + phone maya\nHarbor: 2 new, 0 changed, 0 removed (a dry run: nothing was written).\n",
  });
  // [EMG4] What will not work is said each time.
  const first = await run(["apply", "company.yaml"]);
  expect(first.out).toContain("Harbor: 2 new, 0 changed, 0 removed.");
  expect(first.out).toMatch(/^! No carrier is connected.*emergency numbers included/m);
  expect(first.out).toMatch(/^! No emergency location is set for any line/m);
  // Administrators learn it too; nobody reads what a program prints at night.
  expect(raised.map(({ kind, text }) => `${kind}: ${text}`)).toEqual([
    expect.stringMatching(/^setup: No carrier is connected.*emergency numbers included/),
    expect.stringMatching(/^setup: No emergency location is set for any line/),
  ]);
  expect((await run(["apply", "company.yaml"])).out).toContain("Harbor: nothing to do.\n");
  const exported = await run(["export", "--output", "out.yaml"]);
  expect(exported.code).toBe(0);
  expect((await run(["apply", "out.yaml", "--prune"], exported.files)).out).toContain(
    "Harbor: nothing to do.\n",
  );
  await close();
  await expect(run(["export"])).rejects.toThrow("No server is running");
});

test("what is wrong has an exit code of its own and says where", async () => {
  const close = await openAdminSocket(dataDir, provisioner, logger);
  const hanging = "company: { name: Harbor }\nqueues:\n  - { extension: 301, name: A, overflow: queue 9 }\n";
  expect(await run(["apply", "company.yaml"], { "company.yaml": hanging })).toMatchObject({
    code: 65,
    err: 'company.yaml:3:42: queues[0].overflow: there is no queue "9"\n1 problem. Nothing was changed.\n',
  });
  expect(await run(["apply", "company.yaml"], { "company.yaml": "" })).toMatchObject({ code: 65 });
  expect(await run(["apply", "missing.yaml"])).toMatchObject({ code: 66 });
  for (const args of [[], ["aply"], ["apply"], ["apply", "a", "b"], ["apply", "a", "--purge"]])
    expect(await run(args)).toMatchObject({ code: 64, err: expect.stringContaining("Usage:") });
  expect(await run(["export", "--company", "Nobody"])).toMatchObject({
    code: 1,
    err: 'There is no company "Nobody". There are: Harbor.\n',
  });
  await close();
});

test("[CHAT-X9] the right to act for everybody in chat is given on the machine itself, by the name of an account", async () => {
  const close = await openAdminSocket(dataDir, provisioner, logger);
  const people = `${FILE}users: [{ username: bot@harbor.example, firstname: Bot }]\n`;
  await run(["apply", "company.yaml"], { "company.yaml": people });
  expect(await run(["chat-root"])).toMatchObject({ code: 0, out: "" });
  expect(await run(["chat-root", "grant", "Bot@harbor.example"])).toMatchObject({ code: 0 });
  expect(await run(["chat-root"])).toMatchObject({ code: 0, out: "bot@harbor.example\n" });
  expect(await run(["chat-root", "revoke", "bot@harbor.example"])).toMatchObject({ code: 0 });
  expect(await run(["chat-root"])).toMatchObject({ code: 0, out: "" });
  expect(await run(["chat-root", "grant", "nobody"])).toMatchObject({
    code: 1,
    err: 'Nobody is called "nobody".\n',
  });
  for (const args of [
    ["chat-root", "grant"],
    ["chat-root", "give", "a"],
    ["chat-root", "grant", "a", "b"],
  ])
    expect(await run(args)).toMatchObject({ code: 64 });
  await close();
});

test("a file that lies where the socket should be is not spoken to", async () => {
  await writeFile(join(dataDir, "admin.sock"), "");
  expect(await askServer(dataDir, { command: "export" })).toBeUndefined();
});

test("a data folder that cannot hold a socket keeps no server from starting", async () => {
  const warnings: string[] = [];
  const telling = pino({ level: "warn" }, { write: (line: string) => void warnings.push(line) });
  const close = await openAdminSocket(join(dataDir, "missing"), provisioner, telling);
  expect(warnings.join("")).toContain("No socket for the offhook command");
  await close();
});
