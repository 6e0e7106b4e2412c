import { FakeClock } from "@offhook/testkit";
import { expect, test } from "vitest";
import { loadNewBuild } from "./load-new-build.ts";

class FakeWorker extends EventTarget {
  state: ServiceWorkerState;
  readonly told: unknown[] = [];

  constructor(state: ServiceWorkerState) {
    super();
    this.state = state;
  }

  postMessage(message: unknown): void {
    this.told.push(message);
  }
}

function aContainer(worker: FakeWorker | undefined) {
  const container = new EventTarget();
  const registration = {
    installing: worker?.state === "installing" ? worker : null,
    waiting: worker?.state === "installed" ? worker : null,
    update: async () => registration,
  };
  return Object.assign(container, {
    getRegistration: async () => registration as unknown as ServiceWorkerRegistration,
  });
}

async function load(container: ReturnType<typeof aContainer> | undefined) {
  const clock = new FakeClock();
  const world = { reloads: 0, clock };
  await loadNewBuild({
    clock,
    container: container as unknown as ServiceWorkerContainer | undefined,
    reload: () => {
      world.reloads += 1;
    },
  });
  return world;
}

test("[WB8] without a worker the page is loaded at once", async () => {
  expect((await load(undefined)).reloads).toBe(1);
  expect((await load(aContainer(undefined))).reloads).toBe(1);
});

test("[WB8] a worker would answer with the old page: the new one takes over first", async () => {
  const worker = new FakeWorker("installing");
  const container = aContainer(worker);
  const world = await load(container);
  expect([world.reloads, worker.told]).toEqual([0, []]);
  worker.state = "installed";
  worker.dispatchEvent(new Event("statechange"));
  expect([world.reloads, worker.told]).toEqual([0, ["activateNow"]]);
  container.dispatchEvent(new Event("controllerchange"));
  container.dispatchEvent(new Event("controllerchange"));
  world.clock.advance(120_000);
  expect(world.reloads).toBe(1);
});

test("[WB8] a worker that waits already takes over, and one that never comes is not waited for", async () => {
  const waiting = new FakeWorker("installed");
  const world = await load(aContainer(waiting));
  expect(waiting.told).toEqual(["activateNow"]);
  expect(world.reloads).toBe(0);
  world.clock.advance(60_000);
  expect(world.reloads).toBe(1);
});
