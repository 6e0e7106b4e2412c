import { useSnackbar } from "@offhook/ui";
import { useRouter } from "@tanstack/react-router";
import { type ReactNode, useEffect, useState } from "react";
import {
  createBrowserSoundPlayer,
  PhoneLineProvider,
  SoundPlayerProvider,
} from "../../features/calls/index.ts";
import { PeopleProvider } from "../../features/contacts/index.ts";
import { UnreadProvider } from "../../features/messages/index.ts";
import { AvailabilityProvider } from "../../features/queues/index.ts";
import { type SessionUser, useSession } from "../../features/session/index.ts";
import {
  AudioDevices,
  AudioDevicesProvider,
  NotificationsProvider,
  OwnStatusProvider,
  SettingsProvider,
} from "../../features/settings/index.ts";
import { usePlatform } from "../../platform/platform-context.tsx";
import { usePush } from "../../platform/push-context.tsx";
import { WebNotifications } from "../../platform/web-notifications.ts";
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

  useEffect(() => {
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
    <SettingsProvider value={services.settings}>
      <OwnStatusProvider value={services.status}>
        <PhoneLineProvider value={services.line}>
          <AvailabilityProvider value={services.availability}>
            <PeopleProvider value={services.people}>
              <UnreadProvider value={services.unread}>
                <MachineProvider>{children}</MachineProvider>
              </UnreadProvider>
            </PeopleProvider>
          </AvailabilityProvider>
        </PhoneLineProvider>
      </OwnStatusProvider>
    </SettingsProvider>
  );
}

/** Browsers refuse sound before the first click, and devices vanish: neither is worth more than the silence. */
const acceptSilence = (): void => {};

/** What belongs to this machine rather than to the user: devices, sounds, notifications. */
function MachineProvider({ children }: { readonly children: ReactNode }): ReactNode {
  const { network, signOutHooks } = usePlatform();
  const router = useRouter();
  const [devices] = useState(() => new AudioDevices(navigator.mediaDevices));
  const [sounds] = useState(() => createBrowserSoundPlayer(acceptSilence));
  const [notifications] = useState(
    () =>
      new WebNotifications({
        api: "Notification" in window ? window.Notification : undefined,
        focusWindow: () => window.focus(),
        open: (path) => router.history.push(path),
      }),
  );
  useEffect(() => {
    const undo = [
      devices.start(),
      network.onRecovery(() => devices.refresh()),
      signOutHooks.add(() => sounds.stopAll()),
    ];
    return () => {
      for (const each of undo) each();
      sounds.stopAll();
    };
  }, [devices, sounds, network, signOutHooks]);
  return (
    <AudioDevicesProvider value={devices}>
      <SoundPlayerProvider value={sounds}>
        <NotificationsProvider value={notifications}>{children}</NotificationsProvider>
      </SoundPlayerProvider>
    </AudioDevicesProvider>
  );
}
