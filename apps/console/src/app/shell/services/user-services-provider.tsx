import { useSnackbar } from "@offhook/ui";
import { useRouter } from "@tanstack/react-router";
import { type ReactNode, useEffect, useLayoutEffect, useState } from "react";
import { type SessionUser, useSession } from "../../../features/session/index.ts";
import {
  AudioDevices,
  AudioDevicesProvider,
  NotificationsProvider,
} from "../../../features/settings/index.ts";
import { Downloads, saveByLink } from "../../../platform/downloads/downloads.ts";
import { DownloadsProvider } from "../../../platform/downloads/downloads-context.ts";
import { WebNotifications } from "../../../platform/notifications/web-notifications.ts";
import { usePlatform } from "../../../platform/platform-context.tsx";
import { usePush } from "../../../platform/push/push-context.tsx";
import { SoundPlayerProvider } from "../../../platform/sounds/sound-context.ts";
import { createBrowserSoundPlayer } from "../../../platform/sounds/sound-player.ts";
import { ServiceProviders } from "./service-providers.tsx";
import { SoftPhoneProvider } from "./soft-phone-provider.tsx";
import { TeamChatProvider } from "./team-chat-provider.tsx";
import { createUserServices, type UserServices } from "./user-services.ts";

export interface UserServicesProviderProps {
  readonly user: SessionUser;
  readonly children: ReactNode;
}

/** Makes the services of the signed-in user and hands them to every screen. Their life is that of this component. */
export function UserServicesProvider({ user, children }: UserServicesProviderProps): ReactNode {
  const platform = usePlatform();
  const session = useSession();
  const push = usePush();
  const snackbar = useSnackbar();
  const [services, setServices] = useState<UserServices>();
  const [firstUser] = useState(user);

  // Before anything is painted: an effect would come after a frame of nothing.
  useLayoutEffect(() => {
    const notify = (message: string): void => snackbar.show(message, { tone: "error" });
    const created = createUserServices({ platform, session, push, user: firstUser, notify });
    setServices(created);
    const forget = platform.signOutHooks.add(() => created.stop());
    return () => {
      forget();
      created.stop();
    };
  }, [platform, session, push, firstUser, snackbar]);

  if (!services) return null;
  return (
    <ServiceProviders services={services}>
      <MachineProvider>
        <SoftPhoneProvider services={services}>
          <TeamChatProvider>{children}</TeamChatProvider>
        </SoftPhoneProvider>
      </MachineProvider>
    </ServiceProviders>
  );
}

/** What belongs to this machine rather than to the user: devices, sounds, notifications. */
function MachineProvider({ children }: { readonly children: ReactNode }): ReactNode {
  const { browser, network, signOutHooks } = usePlatform();
  const router = useRouter();
  const snackbar = useSnackbar();
  const [devices] = useState(() => new AudioDevices(navigator.mediaDevices));
  const [sounds] = useState(() =>
    createBrowserSoundPlayer((failure) =>
      // Before the first click browsers refuse sound, and devices vanish: worth a line for a report, no more.
      browser.log.add(browser.clock.now(), "warn", ["A sound could not be played", failure]),
    ),
  );
  const [notifications] = useState(
    () =>
      new WebNotifications({
        api: "Notification" in window ? window.Notification : undefined,
        focusWindow: () => window.focus(),
        open: (path) => router.history.push(path),
      }),
  );
  const [downloads] = useState(
    () =>
      new Downloads({
        fetch: browser.fetch,
        newKey: () => crypto.randomUUID(),
        save: saveByLink,
        onFailed: ({ name }) => {
          const isShown = notifications.show({
            title: "Download failed",
            body: `File ${name} failed`,
            path: router.state.location.href,
          });
          if (!isShown) snackbar.show(`Download failed. File ${name} failed`, { tone: "error" });
        },
      }),
  );
  useEffect(() => {
    const undo = [
      devices.start(),
      network.onRecovery(() => devices.refresh()),
      signOutHooks.add(() => sounds.stopAll()),
      signOutHooks.add(() => downloads.stop()),
    ];
    return () => {
      for (const each of undo) each();
      sounds.stopAll();
    };
  }, [devices, sounds, downloads, network, signOutHooks]);
  return (
    <AudioDevicesProvider value={devices}>
      <SoundPlayerProvider value={sounds}>
        <NotificationsProvider value={notifications}>
          <DownloadsProvider value={downloads}>{children}</DownloadsProvider>
        </NotificationsProvider>
      </SoundPlayerProvider>
    </AudioDevicesProvider>
  );
}
