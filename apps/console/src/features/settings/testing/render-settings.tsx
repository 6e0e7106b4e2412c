import type { MyProfile } from "@offhook/contract";
import { OffhookTheme, SnackbarProvider } from "@offhook/ui";
import type { ReactNode } from "react";
import { render } from "vitest-browser-react";
import { AccountQueries, AccountQueriesProvider } from "../../../platform/api/account-queries.ts";
import { EventLog } from "../../../platform/live/event-log.ts";
import { WebNotifications } from "../../../platform/notifications/web-notifications.ts";
import { PlatformProvider } from "../../../platform/platform-context.tsx";
import { createPush } from "../../../platform/push/create-push.ts";
import { PushProvider } from "../../../platform/push/push-context.tsx";
import { SoundPlayerProvider } from "../../../platform/sounds/sound-context.ts";
import { SoundPlayer } from "../../../platform/sounds/sound-player.ts";
import { aPhone, aProfile } from "../../../testing/builders.ts";
import { openFakeTab } from "../../../testing/fake-browser.ts";
import { BlockedNumbers, BlockedNumbersProvider, PhoneLine, PhoneLineProvider } from "../../lines/index.ts";
import { Session, SessionProvider } from "../../session/index.ts";
import { AudioDevices, type MediaDevicesPort } from "../devices/audio-devices.ts";
import { AudioDevicesProvider } from "../devices/devices-context.ts";
import { NotificationsProvider } from "../notifications-context.ts";
import { SettingsProvider } from "../settings-context.ts";
import { createPendingSettings } from "../sync/pending-settings.ts";
import { SettingsSync } from "../sync/settings-sync.ts";

const phone = aPhone();

const machine: MediaDeviceInfo[] = [
  { kind: "audioinput", label: "Desk microphone", deviceId: "mic", groupId: "", toJSON: () => "" },
  { kind: "audiooutput", label: "Headset", deviceId: "headset", groupId: "", toJSON: () => "" },
  { kind: "audiooutput", label: "Loudspeaker", deviceId: "loud", groupId: "", toJSON: () => "" },
];

const media: MediaDevicesPort = {
  enumerateDevices: () => Promise.resolve(machine),
  // A track of silence: the level meter has something to listen to.
  getUserMedia: () => Promise.resolve(new AudioContext().createMediaStreamDestination().stream),
  addEventListener: () => {},
  removeEventListener: () => {},
};

export interface RenderSettingsOptions {
  readonly profile?: Partial<MyProfile>;
  readonly theme?: "light" | "dark";
  /** What the service knows of the phone comes when the test says so. */
  readonly isPhoneLate?: boolean;
  /** Whom the user's line does not let through. */
  readonly blocked?: readonly string[];
}

/** A signed-in user's world without a network: what is saved lands in `saved`. */
export async function renderSettings(children: ReactNode, options: RenderSettingsOptions = {}) {
  const tab = openFakeTab();
  tab.service
    .on("GET /sessions", () => ({ result: [] }))
    .on("GET /tfa", () => ({ result: { methods: [], recovery_codes_left: 0 } }));
  const user = aProfile(options.profile);
  const session = new Session(tab.platform);
  session.state.setUser(user);
  const saved: Record<string, unknown> = {};
  const played: string[] = [];
  let version = 1;
  const log = new EventLog();
  const settings = new SettingsSync(user.user_settings, {
    clock: tab.clock,
    log,
    pending: createPendingSettings(tab.store, user.id),
    onRefused: () => {},
    client: {
      getUserSettings: () => Promise.resolve(user.user_settings),
      updateUserSettings: ({ body }) => {
        Object.assign(saved, JSON.parse(body.settings));
        version += 1;
        return Promise.resolve({ settings: JSON.stringify(saved), type: "teleconsole", version });
      },
    },
  });
  const updates: unknown[] = [];
  const line = new PhoneLine({
    log,
    activeLine: () => "reception",
    client: {
      getPhones: () => Promise.resolve(user.phones),
      getPhone: () => Promise.resolve(phone),
      updatePhone: ({ body }) => {
        updates.push(body);
        return Promise.resolve(Object.assign({}, phone, body));
      },
      setForwarding: () => Promise.resolve(phone),
    },
  });
  if (!options.isPhoneLate) await line.load();
  const devices = new AudioDevices(media);
  await devices.refresh();
  const sounds = aSoundPlayer(played);
  const blocked = aBlockList(options.blocked ?? []);
  await blocked.load();
  const notifications = new WebNotifications({ api: undefined, focusWindow: () => {}, open: () => {} });
  const screen = await render(
    <PlatformProvider value={tab.platform}>
      <SessionProvider value={session}>
        <OffhookTheme theme={options.theme ?? "light"} background="whiteSmoke">
          <AccountQueriesProvider value={new AccountQueries()}>
            <PushProvider value={createPush(tab.platform)}>
              <SnackbarProvider>
                <SettingsProvider value={settings}>
                  <PhoneLineProvider value={line}>
                    <AudioDevicesProvider value={devices}>
                      <SoundPlayerProvider value={sounds}>
                        <BlockedNumbersProvider value={blocked}>
                          <NotificationsProvider value={notifications}>{children}</NotificationsProvider>
                        </BlockedNumbersProvider>
                      </SoundPlayerProvider>
                    </AudioDevicesProvider>
                  </PhoneLineProvider>
                </SettingsProvider>
              </SnackbarProvider>
            </PushProvider>
          </AccountQueriesProvider>
        </OffhookTheme>
      </SessionProvider>
    </PlatformProvider>,
  );
  const settle = async (): Promise<void> => {
    tab.clock.advance(300);
    await Promise.resolve();
  };
  return { screen, blocked, settings, log, saved, updates, played, settle, tab, line };
}

/** Says what it is told to do instead of doing it. */
function aSoundPlayer(played: string[]): SoundPlayer {
  return new SoundPlayer({
    onFailed: () => {},
    createElement: () => ({
      loop: false,
      currentTime: 0,
      play: () => Promise.resolve(void played.push("play")),
      pause: () => void played.push("pause"),
    }),
  });
}

/** The service's own list, which answers every change with what it then holds. */
function aBlockList(numbers: readonly string[]): BlockedNumbers {
  const held = new Set(numbers);
  const answer = () => {
    const blacklist = [...held].map((caller_number, id) => ({
      id,
      dtype: "hangup" as const,
      number: "101",
      caller_number,
    }));
    return Promise.resolve([{ phone: "reception", blacklist }]);
  };
  const client = {
    listBlockedCallers: answer,
    blockCallers: ({ body }: { readonly body: { readonly numbers: readonly string[] } }) => {
      for (const number of body.numbers) held.add(number);
      return answer();
    },
    unblockCaller: ({ query }: { readonly query: { readonly number: string } }) => {
      held.delete(query.number);
      return answer();
    },
  };
  return new BlockedNumbers(client, new EventLog());
}
