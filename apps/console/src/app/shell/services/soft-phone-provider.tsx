import { Scope } from "@offhook/kernel";
import { useSnackbar } from "@offhook/ui";
import { type ReactNode, useEffect, useState } from "react";
import {
  CallDialogs,
  CallDialogsProvider,
  createPhoneState,
  DeferredPhone,
  type Phone,
  PhoneProvider,
} from "../../../features/calls/index.ts";
import { useSession, useUser } from "../../../features/session/index.ts";
import { useAudioDevices } from "../../../features/settings/index.ts";
import { useDownloads } from "../../../platform/downloads/downloads-context.ts";
import { usePlatform } from "../../../platform/platform-context.tsx";
import { usePush } from "../../../platform/push/push-context.tsx";
import { loadLate } from "../../../platform/rendering/late.tsx";
import { useSoundPlayer } from "../../../platform/sounds/sound-context.ts";
import type { PhoneWiring } from "./connect-phone.ts";
import { wasLeftInCall } from "./left-call.ts";
import type { UserServices } from "./user-services.ts";

export interface SoftPhoneProviderProps {
  readonly services: UserServices;
  readonly children: ReactNode;
}

/** The phone of this tab: there for every screen at once, loaded and registered behind the first page. */
export function SoftPhoneProvider({ services, children }: SoftPhoneProviderProps): ReactNode {
  const platform = usePlatform();
  const session = useSession();
  const push = usePush();
  const devices = useAudioDevices();
  const sounds = useSoundPlayer();
  const downloads = useDownloads();
  const snackbar = useSnackbar();
  const { calls: mayCall } = useUser().features;
  const [state] = useState(createPhoneState);
  const [loading] = useState(createLoading);
  const [phone] = useState(() => new DeferredPhone(state, loading.promise));
  const [dialogs] = useState(() => new CallDialogs());

  useEffect(() => {
    if (!mayCall) return;
    const scope = new Scope();
    const notify = (message: string, tone: "success" | "error"): void => snackbar.show(message, { tone });
    const wiring = { state, platform, session, push, services, devices, sounds, downloads, notify };
    connect(wiring, scope).then(loading.resolve, (failure: unknown) => {
      loading.promise.catch(() => {});
      loading.reject(failure);
      // Of an account that was left meanwhile nobody needs to hear.
      if (!scope.isClosed) platform.browser.reportError(failure);
    });
    const forget = platform.signOutHooks.add(() => scope.close());
    return () => {
      forget();
      scope.close();
    };
  }, [mayCall, state, loading, platform, session, push, services, devices, sounds, downloads, snackbar]);

  return (
    <PhoneProvider value={phone}>
      <CallDialogsProvider value={dialogs}>{children}</CallDialogsProvider>
    </PhoneProvider>
  );
}

/** The wiring, as the engine, comes behind the first page: no screen needs it to be shown, but a call that goes on does. */
async function connect(wiring: PhoneWiring, scope: Scope): Promise<Phone> {
  const { afterPaint, behindFirstPage, tabStore } = wiring.platform.browser;
  await (wasLeftInCall(tabStore) ? afterPaint() : behindFirstPage());
  const { connectPhone } = await loadLate(() => import("./connect-phone.ts"));
  return connectPhone(wiring, scope);
}

interface Loading {
  readonly promise: Promise<Phone>;
  readonly resolve: (phone: Phone) => void;
  readonly reject: (failure: unknown) => void;
}

function createLoading(): Loading {
  let resolve: Loading["resolve"] = () => {};
  let reject: Loading["reject"] = () => {};
  const promise = new Promise<Phone>((succeed, fail) => {
    resolve = succeed;
    reject = fail;
  });
  // Reported where it happens; a screen that waits for the phone hears of it too.
  promise.catch(() => {});
  return { promise, resolve, reject };
}
