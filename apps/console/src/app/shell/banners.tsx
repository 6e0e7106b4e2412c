import { formatPhone } from "@offhook/telephony";
import { Banner, useSnackbar } from "@offhook/ui";
import { BellOff, PhoneForwarded, PhoneOff, WifiOff } from "lucide-react";
import { type ReactNode, useState, useSyncExternalStore } from "react";
import { PhoneBanner, useActivePhone, usePhoneLine } from "../../features/calls/index.ts";
import { useChangeSettings, useSettings } from "../../features/settings/index.ts";
import { failureText } from "../../platform/api-failure.ts";
import { usePlatform } from "../../platform/platform-context.tsx";

/** The bars above every screen: whatever keeps calls from ringing here, and a lost network. */
export function Banners(): ReactNode {
  return (
    <>
      <NetworkBanner />
      <WillNotRingBanner />
      <DndBanner />
      <DisabledCallsBanner />
      <ForwardingBanner />
    </>
  );
}

function useIsNetworkUp(): boolean {
  const { network } = usePlatform();
  return useSyncExternalStore(
    (onChange) => network.subscribe(onChange),
    () => network.state === "up",
  );
}

/** Without a network nothing works, and the bar above says so already. */
function WillNotRingBanner(): ReactNode {
  return useIsNetworkUp() ? <PhoneBanner /> : null;
}

function NetworkBanner(): ReactNode {
  if (useIsNetworkUp()) return null;
  return (
    <Banner tone="network" icon={WifiOff}>
      Network offline
    </Banner>
  );
}

function DndBanner(): ReactNode {
  const line = usePhoneLine();
  const phone = useActivePhone();
  const turnOff = useTurnOff(() => line.setDnd(false));
  if (phone?.dnd !== "1") return null;
  return (
    <Banner tone="alert" icon={BellOff} action={turnOff}>
      Do Not Disturb is on. Calls go to voicemail.
    </Banner>
  );
}

function DisabledCallsBanner(): ReactNode {
  const isDisabled = useSettings((settings) => settings.disableCalls);
  const change = useChangeSettings();
  if (!isDisabled) return null;
  const action = { label: "Turn off", onClick: () => change({ disableCalls: false }) };
  return (
    <Banner tone="alert" icon={PhoneOff} action={action}>
      Incoming calls to the app are disabled. Your desk phone still rings.
    </Banner>
  );
}

function ForwardingBanner(): ReactNode {
  const line = usePhoneLine();
  const phone = useActivePhone();
  const turnOff = useTurnOff(() => line.setForwarding(""));
  if (!phone?.forwarding) return null;
  return (
    <Banner tone="alert" icon={PhoneForwarded} action={turnOff}>
      Your phone line is forwarded to {formatPhone(phone.forwarding)}.
    </Banner>
  );
}

function useTurnOff(turnOff: () => Promise<void>): { label: string; onClick: () => void; isBusy: boolean } {
  const [isBusy, setIsBusy] = useState(false);
  const snackbar = useSnackbar();
  const onClick = async (): Promise<void> => {
    setIsBusy(true);
    try {
      await turnOff();
    } catch (failure) {
      snackbar.show(failureText(failure), { tone: "error" });
    } finally {
      setIsBusy(false);
    }
  };
  return { label: "Turn off", onClick: () => void onClick(), isBusy };
}
