import { useSnackbar } from "@offhook/ui";
import { failureText } from "../../platform/api/api-failure.ts";
import { usePlatform } from "../../platform/platform-context.tsx";
import { useSoundPlayer } from "../../platform/sounds/sound-context.ts";
import { STORAGE_KEYS } from "../../platform/storage/storage-keys.ts";
import { usePhone } from "../calls/index.ts";
import { usePhoneLine } from "../lines/index.ts";
import { useAudioDevices, useChangeSettings, useNotifications, useSettings } from "../settings/index.ts";
import type { RingFix } from "./ring-checks.ts";
import type { RingKnowledge } from "./use-ring-facts.ts";

const PREVIEW_MS = 3_000;
const NO_PUSH_SERVICE = "The browser's push service cannot be reached. Try again later.";

/** Does what a line of the checks offers, and looks again at what has come of it. */
export function useRingFixes({ webPush, refresh }: Pick<RingKnowledge, "webPush" | "refresh">) {
  const { browser } = usePlatform();
  const phone = usePhone();
  const line = usePhoneLine();
  const devices = useAudioDevices();
  const notifications = useNotifications();
  const sounds = useSoundPlayer();
  const change = useChangeSettings();
  const output = useSettings((settings) => settings.audioOutput?.browserId ?? "");
  const snackbar = useSnackbar();
  const acts: Readonly<Record<RingFix, () => unknown>> = {
    retryPhone: () => phone.retryNow(),
    turnOffDnd: () => line.setDnd(false),
    enableCalls: () => change({ disableCalls: false }),
    allowMicrophone: () => devices.requestMicrophone(),
    lookForMicrophone: () => devices.refresh(),
    turnOnRing: () => {
      browser.store.remove(STORAGE_KEYS.disableRinging);
      change({ playCallIncomingSound: true });
    },
    playRing: () => {
      sounds.play("incoming", { outputs: [output] });
      browser.clock.schedule(PREVIEW_MS, () => sounds.stop("incoming"));
    },
    allowNotifications: async () => {
      change({ webAppNotifications: true });
      // Whoever allows notifications wants to hear of calls: also while the console is closed.
      if ((await notifications.request()) === "granted") await webPush.turnOn().catch(() => {});
    },
    turnOnPush: () => webPush.turnOn().catch(() => snackbar.show(NO_PUSH_SERVICE, { tone: "error" })),
  };
  return async (fix: RingFix): Promise<void> => {
    try {
      await acts[fix]();
    } catch (failure) {
      snackbar.show(failureText(failure), { tone: "error" });
    }
    refresh();
  };
}
