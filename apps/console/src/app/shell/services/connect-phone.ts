import type { SipSettings } from "@offhook/contract";
import type { Scope } from "@offhook/kernel";
import type { StoreApi } from "zustand/vanilla";
import type { PhoneState, SoftPhone } from "../../../features/calls/index.ts";
import { lineNamed, type Session } from "../../../features/session/index.ts";
import {
  type AudioDevices,
  chooseOutput,
  chosenDevice,
  deviceProblem,
} from "../../../features/settings/index.ts";
import type { Downloads } from "../../../platform/downloads/downloads.ts";
import type { Platform } from "../../../platform/platform.ts";
import type { PushClient } from "../../../platform/push/push-client.ts";
import { loadLate } from "../../../platform/rendering/late.tsx";
import type { SoundPlayer } from "../../../platform/sounds/sound-player.ts";
import type { KeyValueStore } from "../../../platform/storage/key-value-store.ts";
import { chosenCamera } from "../../../platform/storage/media-choices.ts";
import { STORAGE_KEYS } from "../../../platform/storage/storage-keys.ts";
import { rememberLeftCall } from "./left-call.ts";
import type { UserServices } from "./user-services.ts";

export interface PhoneWiring {
  readonly state: StoreApi<PhoneState>;
  readonly platform: Platform;
  readonly session: Session;
  readonly push: PushClient;
  readonly services: UserServices;
  readonly devices: AudioDevices;
  readonly sounds: SoundPlayer;
  readonly downloads: Downloads;
  readonly notify: (message: string, tone: "success" | "error") => void;
}

/** A new active line is saved a moment after it is shown, and only then do the credentials stand for it. */
const LINE_TRIES = 8;
const LINE_WAIT_MS = 400;
/** A websocket of a network that is gone opens only after minutes, if at all. */
const CLOSING_PATIENCE_MS = 2_000;

/** Loads the soft phone, and ties it to everything it has to hear of. */
export async function connectPhone(wiring: PhoneWiring, scope: Scope): Promise<SoftPhone> {
  const { platform, services, devices, session } = wiring;
  const { browser, client } = platform;
  const { createSoftPhone } = await loadLate(
    () => import("../../../features/calls/phone/create-soft-phone.ts"),
  );
  const { settings } = services;
  const user = session.state.getState().user;
  const lines = (): readonly string[] =>
    (session.state.getState().user?.phones ?? []).map(({ name }) => name);
  const activeLine = (): string | undefined =>
    lineNamed(session.state.getState().user?.phones ?? [], settings.settings.activePhoneLine);
  const phone = await createSoftPhone({
    user: user?.id ?? 0,
    state: wiring.state,
    clock: browser.clock,
    random: browser.random,
    client,
    events: wiring.push.log,
    store: browser.store,
    tabStore: browser.tabStore,
    sounds: wiring.sounds,
    settings: () => settings.settings,
    lines,
    activeLine,
    chooseLine: (line) => settings.change({ activePhoneLine: line }),
    isDndOn: () => {
      const { phone } = services.line.state.getState();
      return phone ? phone.dnd === "1" : browser.store.get(STORAGE_KEYS.dnd) === "true";
    },
    fetchSettings: () => fetchSipSettings(platform, activeLine),
    devices: phoneDevices(devices, services, browser.store),
    download: (request) => void wiring.downloads.start(request),
    openWindow: (address) => void window.open(address, "_blank", "noopener"),
    notify: wiring.notify,
    log: (failure) => browser.log.add(browser.clock.now(), "warn", ["Phone", failure]),
  });
  if (scope.isClosed) return phone;
  follow(wiring, phone, scope);
  phone.start();
  stopInTime(platform, phone, scope);
  return phone;
}

/**
 * The phone ends with its scope. Signing out waits a moment for a websocket that is still opening: its ticket ends with
 * the session, and the browser complains of a websocket that is refused.
 */
function stopInTime({ browser, signOutHooks }: Platform, phone: SoftPhone, scope: Scope): void {
  let stopped = Promise.resolve();
  scope.add(() => {
    stopped = phone.stop();
  });
  const patience = (): Promise<void> =>
    new Promise((resolve) => void browser.clock.schedule(CLOSING_PATIENCE_MS, resolve));
  const forget = signOutHooks.add(async (reason) => {
    scope.close();
    if (reason === "signOut") await Promise.race([stopped, patience()]);
  });
  scope.add(() => void forget());
}

async function fetchSipSettings(
  { client, browser }: Platform,
  activeLine: () => string | undefined,
): Promise<SipSettings | null> {
  for (let tries = 1; ; tries += 1) {
    const { sip } = await client.getMyProfile({ query: {} });
    if (!sip || sip.phone === activeLine() || tries >= LINE_TRIES) return sip;
    await new Promise<void>((resolve) => void browser.clock.schedule(LINE_WAIT_MS, resolve));
  }
}

function phoneDevices(devices: AudioDevices, { settings }: UserServices, store: KeyValueStore) {
  const idOf = (kind: "inputs" | "outputs", chosen: Parameters<typeof chosenDevice>[1]): string =>
    chosen === null ? "" : (chosenDevice(devices.state.getState()[kind], chosen)?.browserId ?? "");
  return {
    refresh: () => devices.refresh(),
    problem: () => devices.problem(),
    openMicrophone: () => devices.open(idOf("inputs", settings.settings.audioInput)),
    refusal: () => deviceProblem(devices.state.getState(), false),
    openCamera: () => {
      const chosen = chosenCamera(store);
      const camera = chosen && chosenDevice(devices.state.getState().cameras, chosen);
      return devices.openCamera(camera?.browserId);
    },
    outputId: () => idOf("outputs", settings.settings.audioOutput),
    ringerId: () => {
      const { ringerOutput } = settings.settings;
      return ringerOutput === null ? undefined : idOf("outputs", ringerOutput);
    },
    chooseOutput,
  };
}

function follow(
  { push, platform, services, devices, state }: PhoneWiring,
  phone: SoftPhone,
  scope: Scope,
): void {
  scope.add(push.on("RECORDING_NEW", (event) => phone.applyRecording(event)));
  const { network } = platform;
  scope.add(network.onRecovery(() => phone.retryNow()));
  scope.add(
    network.subscribe(() => {
      if (network.state === "down") phone.networkLost();
    }),
  );
  scope.add(
    services.settings.state.subscribe(({ settings: now }, { settings: before }) => {
      if (now.activePhoneLine !== before.activePhoneLine) phone.lineChanged();
      if (now.audioInput?.browserId !== before.audioInput?.browserId) phone.microphoneChanged();
      if (now.audioOutput?.browserId !== before.audioOutput?.browserId) phone.outputChanged();
      if (now.playCallIncomingSound !== before.playCallIncomingSound) phone.ringingChanged();
    }),
  );
  // A headset that is plugged in or out takes the call with it.
  scope.add(
    devices.state.subscribe((now, before) => {
      if (now.outputs !== before.outputs && before.isLoaded) phone.outputChanged();
    }),
  );
  const wake = (): void => {
    if (document.visibilityState === "visible") phone.retryNow();
  };
  const leave = (): void => rememberLeftCall(platform.browser.tabStore, state.getState().calls.length > 0);
  window.addEventListener("online", wake);
  window.addEventListener("pagehide", leave);
  document.addEventListener("visibilitychange", wake);
  scope.add(() => {
    window.removeEventListener("pagehide", leave);
    window.removeEventListener("online", wake);
    document.removeEventListener("visibilitychange", wake);
  });
}
