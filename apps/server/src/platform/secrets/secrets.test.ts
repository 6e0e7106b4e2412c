import { mkdtemp, readdir, readFile, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { createSecrets, hashToken, hashWithKey, randomToken } from "./secrets.ts";
import { loadSecrets } from "./secrets-file.ts";
import { createSealer } from "./secrets-sealing.ts";

const MASTER = Buffer.alloc(32, 7);

test("every purpose has its own key, the same one each time", () => {
  const secrets = createSecrets(MASTER);
  expect(secrets.key("a")).toEqual(createSecrets(MASTER).key("a"));
  expect(secrets.key("a")).not.toEqual(secrets.key("b"));
  expect(secrets.key("a")).toHaveLength(32);
  expect(() => createSecrets(Buffer.alloc(31))).toThrow(RangeError);
});

test("tokens are long, safe in an address and never the same", () => {
  const tokens = new Set(Array.from({ length: 1000 }, randomToken));
  expect(tokens.size).toBe(1000);
  for (const token of tokens) expect(token).toMatch(/^[\w-]{43}$/);
});

test("hashes differ with every part, also where parts run together", () => {
  const key = Buffer.alloc(32);
  expect(hashToken("a")).not.toEqual(hashToken("b"));
  expect(hashWithKey(key, "ab", "c")).not.toEqual(hashWithKey(key, "a", "bc"));
  expect(hashWithKey(key, "a")).not.toEqual(hashWithKey(Buffer.alloc(32, 1), "a"));
});

describe("sealing", () => {
  const sealer = createSealer(MASTER);

  test("opens what it sealed and shows nothing of it", () => {
    const sealed = sealer.seal("row 1", "secret ✓");
    expect(sealer.open("row 1", sealed)).toBe("secret ✓");
    expect(sealed.toString("latin1")).not.toContain("secret");
    expect(sealer.seal("row 1", "secret ✓")).not.toEqual(sealed);
  });

  test.each([
    ["in another row", (sealed: Buffer) => sealer.open("row 2", sealed)],
    ["with another key", (sealed: Buffer) => createSealer(Buffer.alloc(32)).open("row 1", sealed)],
    [
      "when a bit has changed",
      (sealed: Buffer) =>
        sealer.open("row 1", Buffer.from(sealed.map((byte, at) => (at === 30 ? byte ^ 1 : byte)))),
    ],
    ["when it is cut off", (sealed: Buffer) => sealer.open("row 1", sealed.subarray(0, 20))],
  ])("does not open %s", (_name, open) => {
    expect(() => open(sealer.seal("row 1", "secret"))).toThrow();
  });
});

describe("the key file", () => {
  let dataDir: string;
  beforeEach(async () => {
    dataDir = path.join(await mkdtemp(path.join(tmpdir(), "secrets-")), "not yet there");
  });
  afterEach(() => rm(path.dirname(dataDir), { recursive: true }));

  test("is made once, for its owner alone, and read from then on", async () => {
    const first = await loadSecrets({ dataDir });
    const second = await loadSecrets({ dataDir });
    expect(second.key("a")).toEqual(first.key("a"));
    expect((await stat(path.join(dataDir, "secret.key"))).mode & 0o777).toBe(0o600);
    expect(await readdir(dataDir)).toEqual(["secret.key"]);
  });

  test("is one key when several servers start at once", async () => {
    const all = await Promise.all(Array.from({ length: 20 }, () => loadSecrets({ dataDir })));
    expect(new Set(all.map((secrets) => secrets.key("a").toString("hex"))).size).toBe(1);
    expect(await readdir(dataDir)).toEqual(["secret.key"]);
  });

  test("is not replaced when it is damaged", async () => {
    await loadSecrets({ dataDir });
    const file = path.join(dataDir, "secret.key");
    await writeFile(file, "short");
    await expect(loadSecrets({ dataDir })).rejects.toThrow(`${file} is damaged. Restore it from a backup.`);
    expect(await readFile(file, "utf8")).toBe("short");
  });

  test("is not needed where the secret is configured", async () => {
    const secret = "a configured secret of 32 letters or more";
    const secrets = await loadSecrets({ dataDir, secret });
    expect(secrets.key("a")).toEqual((await loadSecrets({ dataDir: "/nowhere", secret })).key("a"));
    await expect(stat(dataDir)).rejects.toThrow();
  });
});
