import { parseUserSettings, type StoredSettings } from "@offhook/contract";
import { FakeClock } from "@offhook/testkit";
import { describe, expect, test } from "vitest";
import { ApiFailure } from "../../../platform/api/api-failure.ts";
import { EventLog } from "../../../platform/live/event-log.ts";
import { MemoryStore } from "../../../platform/storage/key-value-store.ts";
import { createPendingSettings } from "./pending-settings.ts";
import { SettingsSync } from "./settings-sync.ts";

/** The service: keeps settings by top-level name and tells every other device. */
class FakeService {
  settings: Record<string, unknown> = {};
  version = 1;
  refusal: ApiFailure | undefined;
  requests = 0;
  readonly logs: EventLog[] = [];

  stored(): StoredSettings {
    return { settings: JSON.stringify(this.settings), type: "teleconsole", version: this.version };
  }

  readonly client = {
    getUserSettings: () => Promise.resolve(this.stored()),
    updateUserSettings: ({ body }: { body: { settings: string } }) => {
      this.requests += 1;
      if (this.refusal) return Promise.reject(this.refusal);
      Object.assign(this.settings, JSON.parse(body.settings));
      this.version += 1;
      for (const log of this.logs) tell(log, body.settings, this.version);
      return Promise.resolve(this.stored());
    },
  };
}

/** The version serves as the event's number: nothing else happens in this company. */
function tell(log: EventLog, settings: string, version: number): void {
  log.add(version, { type: "SETTINGS_UPDATE", settings, version });
}

function aDevice(service: FakeService, store = new MemoryStore()) {
  const clock = new FakeClock();
  const refusals: string[] = [];
  const log = new EventLog((failure) => {
    throw failure;
  });
  const sync = new SettingsSync(service.stored(), {
    client: service.client,
    clock,
    log,
    pending: createPendingSettings(store, 7),
    onRefused: (message) => refusals.push(message),
  });
  service.logs.push(log);
  const settle = async (ms: number): Promise<void> => {
    clock.advance(ms);
    for (let turn = 0; turn < 10; turn += 1) await Promise.resolve();
  };
  return { sync, log, clock, refusals, store, settle };
}

const unreachable = new ApiFailure({ kind: "unreachable" });

describe("settings", () => {
  test("[SET1] a change shows at once and is saved in one request with those that follow quickly", async () => {
    const service = new FakeService();
    const { sync, settle } = aDevice(service);
    sync.change({ theme: "dark" });
    sync.change({ defaultSignature: "Maya" });
    expect(sync.settings).toMatchObject({ theme: "dark", defaultSignature: "Maya" });
    expect(sync.state.getState().save).toBe("saving");
    await settle(300);
    expect(service.requests).toBe(1);
    expect(service.settings).toEqual({ theme: "dark", defaultSignature: "Maya" });
    expect(sync.state.getState().save).toBe("saved");
  });

  test("[SET2] two devices that change different settings keep both", async () => {
    const service = new FakeService();
    const [desk, laptop] = [aDevice(service), aDevice(service)];
    desk.sync.change({ theme: "dark" });
    laptop.sync.change({ showUnreadCount: false });
    await desk.settle(300);
    await laptop.settle(300);
    for (const { sync } of [desk, laptop]) {
      expect(sync.settings).toMatchObject({ theme: "dark", showUnreadCount: false });
    }
  });

  test("[SET3] a device that missed an event loads everything", async () => {
    const service = new FakeService();
    const { sync, log, settle } = aDevice(service);
    service.settings = { theme: "dark", themeBg: "iceberg" };
    service.version = 5;
    tell(log, '{"themeBg":"iceberg"}', 5);
    await settle(0);
    expect(sync.settings).toMatchObject({ theme: "dark", themeBg: "iceberg" });
  });

  test("[SET3] what was told between the profile's answer and the start of the page counts", () => {
    const service = new FakeService();
    const log = new EventLog();
    tell(log, '{"theme":"dark"}', 2);
    const options = { client: service.client, clock: new FakeClock(), log, onRefused: () => {} };
    const pending = createPendingSettings(new MemoryStore(), 7);
    const sync = new SettingsSync(service.stored(), { ...options, pending }, 1);
    expect(sync.settings.theme).toBe("dark");
  });

  test("[SET2] an own change stays on top of what is told and loaded until it is saved", async () => {
    const service = new FakeService();
    const { sync, log, settle } = aDevice(service);
    sync.change({ theme: "dark" });
    tell(log, '{"theme":"light","themeBg":"iceberg"}', 2);
    expect(sync.settings).toMatchObject({ theme: "dark", themeBg: "iceberg" });
    service.settings = { theme: "light", showUnreadCount: false };
    service.version = 4;
    tell(log, '{"theme":"light"}', 4);
    await settle(0);
    expect(sync.settings).toMatchObject({ theme: "dark", showUnreadCount: false });
    await settle(300);
    expect(service.settings).toMatchObject({ theme: "dark" });
    expect(sync.state.getState()).toMatchObject({ settings: { theme: "dark" }, save: "saved" });
  });

  test("[SET4] an unreachable service is tried again, and nothing is lost by closing the page", async () => {
    const service = new FakeService();
    service.refusal = unreachable;
    const first = aDevice(service);
    first.sync.change({ theme: "dark" });
    await first.settle(300);
    expect(first.sync.state.getState().save).toBe("failed");
    service.refusal = undefined;
    const reopened = aDevice(service, first.store);
    expect(reopened.sync.settings.theme).toBe("dark");
    await reopened.settle(300);
    expect(service.settings).toEqual({ theme: "dark" });
    await first.settle(5_000);
    expect(first.sync.state.getState().save).toBe("saved");
  });

  test("[SET5] a refused change is taken back and explained", async () => {
    const service = new FakeService();
    service.refusal = new ApiFailure({
      kind: "refused",
      status: 400,
      error: { code: "request.invalid", message: "settings: not valid" },
    });
    const { sync, refusals, settle } = aDevice(service);
    sync.change({ doorbellDtmf: "99" });
    await settle(300);
    expect(sync.settings.doorbellDtmf).toBe("55");
    expect(refusals).toEqual(["not valid"]);
  });

  test("[SET6] an event that a newer console sent cannot break this one", async () => {
    const service = new FakeService();
    const { sync, log } = aDevice(service);
    tell(log, '{"theme":"sepia","shine":3}', 2);
    expect(sync.settings).toEqual(parseUserSettings("{}"));
  });
});
