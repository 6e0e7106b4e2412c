import type { PublicConfig } from "@offhook/contract";
import { expect, test } from "vitest";
import { MemoryStore } from "../storage/key-value-store.ts";
import { STORAGE_KEYS } from "../storage/storage-keys.ts";
import { type ConfigSource, loadPublicConfig } from "./public-config.ts";

const known: PublicConfig = {
  appKey: "one",
  version: "1",
  google: null,
  microsoft: null,
  mail: true,
  demo: null,
};

interface Setting {
  readonly answers: PublicConfig | "nothing";
  readonly isKnown?: boolean;
  readonly isReturning?: boolean;
}

function aSource({ answers, isKnown = true, isReturning = false }: Setting) {
  const store = new MemoryStore();
  if (isKnown) store.set(STORAGE_KEYS.config, JSON.stringify(known));
  let rest = (): void => {};
  const idle = new Promise<void>((resolve) => {
    rest = resolve;
  });
  const seen = { asked: 0, keyChanges: 0 };
  const source: ConfigSource = {
    store,
    isReturning,
    whenIdle: () => idle,
    onKeyChanged: () => {
      seen.keyChanges += 1;
    },
    fetch: async () => {
      seen.asked += 1;
      if (answers === "nothing") throw new TypeError("Failed to fetch");
      return Response.json(answers);
    },
  };
  return { source, store, rest: () => rest(), seen };
}

test("a visitor gets the fresh one, and it is remembered", async () => {
  const fresh = { ...known, version: "2" };
  const { source, store } = aSource({ answers: fresh });
  expect((await loadPublicConfig(source))?.current).toEqual(fresh);
  expect(JSON.parse(store.get(STORAGE_KEYS.config) ?? "")).toEqual(fresh);
});

test("while the service does not answer the last known one serves", async () => {
  const { source } = aSource({ answers: "nothing" });
  expect((await loadPublicConfig(source))?.current).toEqual(known);
});

test("with neither there is none", async () => {
  const { source } = aSource({ answers: "nothing", isKnown: false });
  expect(await loadPublicConfig(source)).toBeUndefined();
});

test("a signed-in user waits for no answer, and has the fresh one once the page is at rest", async () => {
  const fresh = { ...known, version: "2" };
  const { source, rest, seen } = aSource({ answers: fresh, isReturning: true });
  const live = await loadPublicConfig(source);
  expect([live?.current, seen.asked]).toEqual([known, 0]);
  rest();
  await expect.poll(() => live?.current).toEqual(fresh);
  expect(seen.keyChanges).toBe(0);
});

test("a signed-in user with none remembered waits for it", async () => {
  const { source } = aSource({ answers: known, isKnown: false, isReturning: true });
  expect((await loadPublicConfig(source))?.current).toEqual(known);
});

test("another key of the installation is told", async () => {
  const { source, rest, seen } = aSource({ answers: { ...known, appKey: "two" }, isReturning: true });
  await loadPublicConfig(source);
  rest();
  await expect.poll(() => seen.keyChanges).toBe(1);
});
