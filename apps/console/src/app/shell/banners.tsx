import { formatPhone } from "@offhook/telephony";
import { Banner, useSnackbar } from "@offhook/ui";
import { BellOff, PhoneForwarded, PhoneOff, WifiOff } from "lucide-react";
import { type ReactNode, useEffect, useState } from "react";
import { useAlertState } from "../../features/alerts/index.ts";
import { PhoneBanner } from "../../features/calls/index.ts";
import { useActivePhone, usePhoneLine } from "../../features/lines/index.ts";
import { useUser } from "../../features/session/index.ts";
import { useChangeSettings, useSettings } from "../../features/settings/index.ts";
import { failureText } from "../../platform/api/api-failure.ts";
import { useIsNetworkUp } from "../../platform/network/use-network-up.ts";
import { latePart } from "../../platform/rendering/late.tsx";
import { focusPage } from "../page/page-focus.ts";

const AlertBanner = latePart(() => import("../../features/alerts/alert-banner.tsx"), "AlertBanner");

export interface BannersProps {
  readonly onShowAlerts: () => void;
}

/** The bars above every screen: whatever keeps calls from ringing here, and a lost network. */
export function Banners({ onShowAlerts }: BannersProps): ReactNode {
  const { features } = useUser();
  return (
    <>
      <NetworkBanner />
      <AlertBannerHost onShowAlerts={onShowAlerts} />
      {features.calls && (
        <>
          <WillNotRingBanner />
          <DndBanner />
          <DisabledCallsBanner />
          <ForwardingBanner />
        </>
      )}
    </>
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

/** Hardly anybody ever sees it, so it is loaded with the first alert. */
function AlertBannerHost({ onShowAlerts }: BannersProps): ReactNode {
  const hasOpen = useAlertState(({ alerts }) => alerts.some((alert) => alert.dismissed_at === null));
  useEffect(() => {
    if (!hasOpen) return;
    return () => {
      // The bar goes with the button that was pressed: the next key belongs to the page.
      if (document.activeElement === document.body) focusPage();
    };
  }, [hasOpen]);
  if (!hasOpen) return null;
  return <AlertBanner onShowAll={onShowAlerts} />;
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
