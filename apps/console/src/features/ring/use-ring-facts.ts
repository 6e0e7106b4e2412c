import { useEffect, useState, useSyncExternalStore } from "react";
import { useStore } from "zustand";
import { useIsNetworkUp } from "../../platform/network/use-network-up.ts";
import { WebPush, type WebPushState } from "../../platform/notifications/web-push.ts";
import { usePlatform } from "../../platform/platform-context.tsx";
import { usePush } from "../../platform/push/push-context.tsx";
import { STORAGE_KEYS } from "../../platform/storage/storage-keys.ts";
import { callHandlerOf, usePhoneState } from "../calls/index.ts";
import { useActivePhone } from "../lines/index.ts";
import { chosenDevice, useAudioDevices, useNotifications, useSettings } from "../settings/index.ts";
import type { RingFacts } from "./ring-checks.ts";

/** What the browser says only when asked. */
interface Asked {
  readonly microphone: PermissionState | undefined;
  readonly push: WebPushState | undefined;
}

export interface RingKnowledge {
  readonly facts: RingFacts;
  readonly webPush: WebPush;
  /** Asks the browser again, after something was allowed or turned on. */
  refresh(): void;
}

export function useRingFacts(): RingKnowledge {
  const { browser, client } = usePlatform();
  const [webPush] = useState(() => new WebPush({ client, container: navigator.serviceWorker }));
  const { asked, refresh } = useAsked(webPush);
  const devices = useStore(useAudioDevices().state);
  const notifications = useNotifications();
  const settings = useSettings((all) => all);
  const line = useActivePhone();
  const chosen = chosenDevice(devices.inputs, settings.audioInput);
  const isSilenced = browser.store.get(STORAGE_KEYS.disableRinging) === "true";
  const facts: RingFacts = {
    hasLine: line !== undefined,
    registration: usePhoneState((state) => state.registration),
    isNetworkUp: useIsNetworkUp(),
    isPushConnected: useIsPushConnected(),
    isDndOn: line?.dnd === "1",
    areCallsDisabled: settings.disableCalls,
    isHandledElsewhere: callHandlerOf(settings) === "other",
    microphone: microphoneOf(devices, asked.microphone),
    microphoneName: devices.permission === "granted" ? chosen?.label : undefined,
    isRingSoundOn: settings.playCallIncomingSound && !isSilenced,
    isSoundAllowed: navigator.userActivation?.hasBeenActive ?? true,
    areNotificationsOn: settings.webAppNotifications,
    notifications: notifications.permission,
    push: asked.push,
  };
  return { facts, webPush, refresh };
}

function microphoneOf(
  { permission, inputs, isLoaded }: { permission: string; inputs: readonly unknown[]; isLoaded: boolean },
  asked: PermissionState | undefined,
): RingFacts["microphone"] {
  if (permission === "denied" || asked === "denied") return "denied";
  if (isLoaded && inputs.length === 0) return "missing";
  return permission === "granted" || asked === "granted" ? "granted" : "prompt";
}

/** Asked again whenever the user comes back: permissions are changed outside of the page. */
function useAsked(webPush: WebPush): { readonly asked: Asked; refresh(): void } {
  const [asked, setAsked] = useState<Asked>({ microphone: undefined, push: undefined });
  const [turn, setTurn] = useState(0);
  const refresh = (): void => setTurn((before) => before + 1);
  // biome-ignore lint/correctness/useExhaustiveDependencies: every turn asks anew.
  useEffect(() => {
    let isPast = false;
    const push = webPush.state().catch((): WebPushState => "unsupported");
    void Promise.all([askMicrophone(), push]).then(([microphone, state]) => {
      if (!isPast) setAsked({ microphone, push: state });
    });
    return () => {
      isPast = true;
    };
  }, [webPush, turn]);
  useEffect(() => {
    const again = (): void => setTurn((before) => before + 1);
    window.addEventListener("focus", again);
    // The first click in the page lets it sound.
    window.addEventListener("pointerup", again, { once: true });
    return () => {
      window.removeEventListener("focus", again);
      window.removeEventListener("pointerup", again);
    };
  }, []);
  return { asked, refresh };
}

/** Undefined where the browser does not tell. */
async function askMicrophone(): Promise<PermissionState | undefined> {
  try {
    return (await navigator.permissions.query({ name: "microphone" })).state;
  } catch {
    return undefined;
  }
}

function useIsPushConnected(): boolean {
  const push = usePush();
  return useSyncExternalStore(
    (onChange) => push.listen("state", onChange),
    () => push.state.name === "connected",
  );
}
