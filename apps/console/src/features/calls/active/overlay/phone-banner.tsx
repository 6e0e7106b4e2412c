import { Banner } from "@offhook/ui";
import { PhoneMissed } from "lucide-react";
import { type ReactNode, useEffect, useState } from "react";
import { usePlatform } from "../../../../platform/platform-context.tsx";
import { usePhone, usePhoneState } from "../../phone/phone-context.ts";

const SECOND_MS = 1000;

/** Says when the phone will not ring, why, and when it tries again. */
export function PhoneBanner(): ReactNode {
  const registration = usePhoneState((state) => state.registration);
  const phone = usePhone();
  if (registration.status !== "failed" && registration.status !== "disconnected") return null;
  const { reason, retryAt } = registration;
  return (
    <Banner tone="alert" icon={PhoneMissed} action={{ label: "Retry now", onClick: () => phone.retryNow() }}>
      Your phone will not ring. {reason}{" "}
      {retryAt === undefined ? "Trying again." : <Countdown until={retryAt} />}
    </Banner>
  );
}

/** The banner is a live region: the seconds are for the eye alone, or they would all be read out. */
function Countdown({ until }: { readonly until: number }): ReactNode {
  const { clock } = usePlatform().browser;
  const [now, setNow] = useState(() => clock.now());
  useEffect(() => {
    let cancel = (): void => {};
    const tick = (): void => {
      setNow(clock.now());
      cancel = clock.schedule(SECOND_MS, tick);
    };
    tick();
    return () => cancel();
  }, [clock]);
  const seconds = Math.ceil((until - now) / SECOND_MS);
  if (seconds <= 0) return "Trying again.";
  return <span aria-hidden="true">Next try in {seconds} s.</span>;
}
