import { chmod, mkdir, rm } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { makeTemporaryFolder } from "../testing/temporary-cluster.ts";
import { canEnter, pickAccount, unprivilegedAccount } from "./account.ts";

const root = "root:x:0:0:root:/root:/bin/bash";
const nobody = "nobody:x:65534:65534:nobody:/nonexistent:/usr/sbin/nologin";
const postgres = "postgres:x:101:104:PostgreSQL administrator,,,:/var/lib/postgresql:/bin/bash";

test.each([
  ["postgres where it exists", [root, nobody, postgres], { name: "postgres", uid: 101, gid: 104 }],
  ["else nobody", [root, nobody, ""], { name: "nobody", uid: 65_534, gid: 65_534 }],
  [
    "never another name for root",
    ["postgres:x:0:0::/:/bin/sh", nobody],
    { name: "nobody", uid: 65_534, gid: 65_534 },
  ],
  ["nobody at all", [root, "broken line"], undefined],
])("the database runs as %s", (_whom, lines, account) => {
  expect(pickAccount(lines.join("\n"))).toEqual(account);
});

test("only root needs another account", async () => {
  const account = await unprivilegedAccount();
  if (process.getuid?.() === 0) expect(account?.uid).toBeGreaterThan(0);
  else expect(account).toBeUndefined();
});

test("whether an account can enter a folder is what the system says", async () => {
  const folder = await makeTemporaryFolder("account");
  const inner = join(folder, "with space");
  await mkdir(inner);
  const account = await unprivilegedAccount();
  expect(await canEnter(account, inner)).toBe(true);
  await chmod(folder, account ? 0o700 : 0o000);
  // Root, and root alone, enters everything.
  expect(await canEnter(account, inner)).toBe(false);
  await chmod(folder, 0o700);
  expect(await canEnter(undefined, inner)).toBe(true);
  await rm(folder, { recursive: true });
});
