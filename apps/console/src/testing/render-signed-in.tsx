import type { MyProfile, Person, Phone, PublicConfig, PushEvent, UserStatus } from "@offhook/contract";
import { ConfirmProvider, createDoNotShowStorage, OffhookTheme, SnackbarProvider } from "@offhook/ui";
import type { ReactNode } from "react";
import { expect, onTestFinished } from "vitest";
import { render } from "vitest-browser-react";
import { ServiceProviders } from "../app/shell/services/service-providers.tsx";
import { createUserServices } from "../app/shell/services/user-services.ts";
import { CallDialogs, CallDialogsProvider, PhoneProvider } from "../features/calls/index.ts";
import { ScriptedPhone } from "../features/calls/testing/scripted-phone.ts";
import { Session, SessionProvider } from "../features/session/index.ts";
import { AudioDevices, AudioDevicesProvider, NotificationsProvider } from "../features/settings/index.ts";
import { TeamsDoor, TeamsProvider } from "../features/teams/index.ts";
import { AccountQueries, AccountQueriesProvider } from "../platform/api/account-queries.ts";
import { Downloads } from "../platform/downloads/downloads.ts";
import { DownloadsProvider } from "../platform/downloads/downloads-context.ts";
import { WebNotifications } from "../platform/notifications/web-notifications.ts";
import { PlatformProvider } from "../platform/platform-context.tsx";
import { createPush } from "../platform/push/create-push.ts";
import type { PushClient } from "../platform/push/push-client.ts";
import { PushProvider } from "../platform/push/push-context.tsx";
import { SoundPlayerProvider } from "../platform/sounds/sound-context.ts";
import { SoundPlayer } from "../platform/sounds/sound-player.ts";
import { aCaller, aPhone, aProfile } from "./builders.ts";
import { type FakeTab, openFakeTab } from "./fake-browser.ts";
import type { FakeService } from "./fake-service.ts";

/** The machine may be busy with other things. */
const PATIENCE_MS = 20_000;

export type Scheme = "light" | "dark";

export interface SignedInOptions {
  readonly config?: Partial<PublicConfig>;
  readonly profile?: Partial<MyProfile>;
  readonly phone?: Partial<Phone>;
  readonly people?: readonly Person[];
  readonly statuses?: readonly UserStatus[];
  readonly media?: ConstructorParameters<typeof AudioDevices>[0];
  readonly scheme?: Scheme;
  /** Answers of the service that differ from the usual ones. */
  readonly prepare?: (service: FakeService, tab: FakeTab) => void;
}

/** What the service knows; a test changes it as another device would. */
interface World {
  profile: MyProfile;
  phone: Phone;
  statuses: readonly UserStatus[];
}

function answer(service: FakeService, world: World, people: readonly Person[]): void {
  service
    .on("GET /myProfile", () => ({ result: world.profile }))
    .on("GET /phones", () => ({ result: world.profile.phones }))
    .on("GET /phone", () => ({ result: world.phone }))
    .on("PUT /phone/forwarding", ({ body }) => {
      world.phone = { ...world.phone, forwarding: (body as { number: string }).number };
      return { result: world.phone };
    })
    .on("PUT /phone", ({ body }) => {
      world.phone = { ...world.phone, ...(body as Partial<Phone>) };
      return { result: world.phone };
    })
    .on("GET /people", () => ({ result: people }))
    .on("POST /numbers/lookup", ({ body }) => ({
      result: (body as { numbers: string[] }).numbers.map((number) => aCaller({ number })),
    }))
    .on("GET /myQueues", () => ({ result: [] }))
    .on("GET /huntgroups", () => ({ result: [] }))
    .on("GET /admin/alerts", () => ({ result: { alerts: [] } }))
    .on("GET /alerts/told", () => ({ result: { alerts: [] } }))
    .on("GET /caller/route/list", () => ({ result: [] }))
    .on("GET /messages/unread", () => ({ result: { sms: 0, phn: 0, vox: 0, fax: 0 } }))
    .on("GET /user/statuses", () => ({ result: world.statuses }))
    .on("GET /user/status", () => ({ result: world.profile.user_status }))
    .on("PUT /user/settings", ({ body }) => ({
      result: { ...world.profile.user_settings, ...(body as object), version: 1 },
    }));
}

/** A part of the console behind the sign-in, over the real services of a user and a fake server. */
export async function renderSignedIn(element: ReactNode, options: SignedInOptions = {}) {
  const tab = openFakeTab({ config: options.config ?? {} });
  const world: World = {
    profile: aProfile(options.profile),
    phone: { ...aPhone(), ...options.phone },
    statuses: options.statuses ?? [],
  };
  answer(tab.service, world, options.people ?? []);
  options.prepare?.(tab.service, tab);
  const { platform } = tab;
  platform.auth.install({ token: "token", refreshToken: "refresh", strategy: "local", accountId: null });
  const session = new Session(platform);
  session.state.setUser(world.profile);
  const push = createPush(platform);
  const handlers = handlersOf(push);
  const services = createUserServices({
    platform,
    session,
    push,
    user: world.profile,
    notify: () => {},
  });
  // Otherwise it goes on as another tab of the same user, and sends what the next test puts into its outbox.
  onTestFinished(() => services.stop());
  const devices = new AudioDevices(options.media);
  await devices.refresh();
  await expect.poll(() => services.people.state.getState().status, { timeout: PATIENCE_MS }).toBe("ready");
  const downloads = new Downloads({
    fetch: (...request) => tab.browser.fetch(...request),
    newKey: () => crypto.randomUUID(),
    save: () => {},
    onFailed: () => {},
  });
  const screen = await render(
    <PlatformProvider value={platform}>
      <SessionProvider value={session}>
        <OffhookTheme theme={options.scheme ?? "light"} background="whiteSmoke">
          <AccountQueriesProvider value={new AccountQueries()}>
            <PushProvider value={push}>
              <SnackbarProvider>
                <ConfirmProvider
                  doNotShow={createDoNotShowStorage({ getItem: () => null, setItem: () => {} })}
                >
                  <ServiceProviders services={services}>
                    <AudioDevicesProvider value={devices}>
                      <SoundPlayerProvider value={silence}>
                        <PhoneProvider value={new ScriptedPhone()}>
                          <CallDialogsProvider value={new CallDialogs()}>
                            <TeamsProvider value={new TeamsDoor()}>
                              <NotificationsProvider value={notifications}>
                                <DownloadsProvider value={downloads}>{element}</DownloadsProvider>
                              </NotificationsProvider>
                            </TeamsProvider>
                          </CallDialogsProvider>
                        </PhoneProvider>
                      </SoundPlayerProvider>
                    </AudioDevicesProvider>
                  </ServiceProviders>
                </ConfirmProvider>
              </SnackbarProvider>
            </PushProvider>
          </AccountQueriesProvider>
        </OffhookTheme>
      </SessionProvider>
    </PlatformProvider>,
  );
  /** The service tells of a change. */
  const tell = (event: PushEvent): void => {
    push.log.add(push.log.last + 1, event);
    for (const handle of handlers) handle(event);
  };
  return { ...tab, screen, session, services, devices, downloads, world, tell };
}

const notifications = new WebNotifications({ api: undefined, focusWindow: () => {}, open: () => {} });
const silence = new SoundPlayer({
  onFailed: () => {},
  createElement: () => ({ loop: false, currentTime: 0, play: () => Promise.resolve(), pause: () => {} }),
});

/** Those who listen to single events with `push.on`, from now on: no connection stands behind this page. */
function handlersOf(push: PushClient): ReadonlySet<(event: PushEvent) => void> {
  const handlers = new Set<(event: PushEvent) => void>();
  push.on = (type, handler) => {
    const handle = (event: PushEvent): void => {
      // The type names the event.
      if (event.type === type) handler(event as never);
    };
    handlers.add(handle);
    return () => handlers.delete(handle);
  };
  return handlers;
}
