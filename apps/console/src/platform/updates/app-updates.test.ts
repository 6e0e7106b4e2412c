import { FakeClock } from "@offhook/testkit";
import { expect, test, vi } from "vitest";
import { AppUpdates, type WorkerContainer } from "./app-updates.ts";

class FakeWorker extends EventTarget {
  state: ServiceWorkerState = "installing";
  readonly received: unknown[] = [];

  postMessage(message: unknown): void {
    this.received.push(message);
  }

  become(state: ServiceWorkerState): void {
    this.state = state;
    this.dispatchEvent(new Event("statechange"));
  }
}

class FakeRegistration extends EventTarget {
  installing: FakeWorker | null = null;
  waiting: FakeWorker | null = null;
  readonly update = vi.fn(async () => {});

  find(worker: FakeWorker): void {
    this.installing = worker;
    this.dispatchEvent(new Event("updatefound"));
  }
}

function openPage(options: { isControlled: boolean; waiting?: FakeWorker }) {
  const registration = new FakeRegistration();
  registration.waiting = options.waiting ?? null;
  const register = vi.fn(async () => registration);
  const container = Object.assign(new EventTarget(), {
    controller: options.isControlled ? new FakeWorker() : null,
    register,
  }) as unknown as WorkerContainer & EventTarget;
  const clock = new FakeClock();
  const reload = vi.fn();
  const updates = new AppUpdates({ container, clock, reload });
  const changeController = (): void => void container.dispatchEvent(new Event("controllerchange"));
  return { updates, registration, register, clock, reload, changeController };
}

test("the first worker of a browser is no update", async () => {
  const { updates, registration, reload, changeController } = openPage({ isControlled: false });
  await updates.start();
  const worker = new FakeWorker();
  registration.find(worker);
  worker.become("installed");
  changeController();
  expect(updates.state.getState()).toBe("current");
  expect(reload).not.toHaveBeenCalled();
});

test("a new version is offered once it is loaded, and started when the user says so", async () => {
  const { updates, registration, reload, changeController } = openPage({ isControlled: true });
  await updates.start();
  const worker = new FakeWorker();
  registration.find(worker);
  expect(updates.state.getState()).toBe("current");
  registration.waiting = worker;
  worker.become("installed");
  expect(updates.state.getState()).toBe("ready");
  updates.restart();
  expect(worker.received).toEqual(["activateNow"]);
  expect(reload).not.toHaveBeenCalled();
  changeController();
  expect(reload).toHaveBeenCalledOnce();
});

test("one that waited since before is offered at the start", async () => {
  const { updates } = openPage({ isControlled: true, waiting: new FakeWorker() });
  await updates.start();
  expect(updates.state.getState()).toBe("ready");
});

test("'Later' puts it off for some hours", async () => {
  const { updates, clock } = openPage({ isControlled: true, waiting: new FakeWorker() });
  await updates.start();
  updates.later();
  clock.advance(3 * 60 * 60 * 1000);
  expect(updates.state.getState()).toBe("current");
  clock.advance(60 * 60 * 1000);
  expect(updates.state.getState()).toBe("ready");
});

test("a restart in another tab does not reload this one, but offers it", async () => {
  const { updates, reload, changeController } = openPage({ isControlled: true });
  await updates.start();
  changeController();
  expect(reload).not.toHaveBeenCalled();
  expect(updates.state.getState()).toBe("ready");
  updates.restart();
  expect(reload).toHaveBeenCalledOnce();
});

test("looks for a new version every hour, also after an hour without network", async () => {
  const { updates, registration, clock } = openPage({ isControlled: true });
  registration.update.mockRejectedValueOnce(new TypeError("Failed to fetch"));
  await updates.start();
  clock.advance(3 * 60 * 60 * 1000);
  expect(registration.update).toHaveBeenCalledTimes(3);
});

test("a service out of reach at the start is asked again after an hour", async () => {
  const { updates, register, registration, clock } = openPage({ isControlled: true });
  register.mockRejectedValueOnce(new TypeError("Failed to register"));
  registration.waiting = new FakeWorker();
  await updates.start();
  expect(updates.state.getState()).toBe("current");
  clock.advance(60 * 60 * 1000);
  await expect.poll(() => updates.state.getState()).toBe("ready");
});

test("does nothing where there is no service worker", async () => {
  const updates = new AppUpdates({ container: undefined, clock: new FakeClock(), reload: vi.fn() });
  await updates.start();
  expect(updates.state.getState()).toBe("current");
});
