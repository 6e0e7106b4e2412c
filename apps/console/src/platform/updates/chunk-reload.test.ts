import { FakeClock } from "@offhook/testkit";
import { expect, test } from "vitest";
import { MemoryStore } from "../storage/key-value-store.ts";
import { ChunkLoadError, createChunkLoader } from "./chunk-reload.ts";

function setUp() {
  const clock = new FakeClock();
  let reloads = 0;
  const service = { isThere: true };
  const load = createChunkLoader({
    store: new MemoryStore(),
    clock,
    reload: () => (reloads += 1),
    isServiceThere: async () => service.isThere,
  });
  const missing = (): Promise<never> => Promise.reject(new TypeError("Failed to fetch module"));
  const settled = async (work: Promise<unknown>): Promise<unknown> =>
    Promise.race([
      work.catch((error: unknown) => error),
      new Promise((resolve) => setTimeout(resolve, 20, "pending")),
    ]);
  return { clock, load, missing, settled, service, reloads: () => reloads };
}

test("a part that loads is handed over", async () => {
  const { load } = setUp();
  await expect(load(async () => "page")).resolves.toBe("page");
});

test("a part that is missing reloads the page, at most once a minute", async () => {
  const { clock, load, missing, settled, reloads } = setUp();
  await expect(settled(load(missing))).resolves.toBe("pending");
  expect(reloads()).toBe(1);
  clock.advance(59_999);
  await expect(settled(load(missing))).resolves.toBeInstanceOf(ChunkLoadError);
  expect(reloads()).toBe(1);
  clock.advance(1);
  await expect(settled(load(missing))).resolves.toBe("pending");
  expect(reloads()).toBe(2);
});

test("while the service is away nothing is reloaded, and the part comes when it is back", async () => {
  const { clock, load, settled, service, reloads } = setUp();
  service.isThere = false;
  const loading = load(() =>
    service.isThere ? Promise.resolve("page") : Promise.reject(new TypeError("away")),
  );
  await expect(settled(loading)).resolves.toBe("pending");
  clock.advance(2_000);
  await expect(settled(loading)).resolves.toBe("pending");
  service.isThere = true;
  clock.advance(2_000);
  await expect(settled(loading)).resolves.toBe("page");
  expect(reloads()).toBe(0);
});

test("a part that fails for a moment, as when the network changes, is loaded again without a reload", async () => {
  const { load, missing, reloads } = setUp();
  let tries = 0;
  const loading = load((): Promise<string> => {
    tries += 1;
    return tries === 1 ? missing() : Promise.resolve("page");
  });
  await expect(loading).resolves.toBe("page");
  expect(tries).toBe(2);
  expect(reloads()).toBe(0);
});
