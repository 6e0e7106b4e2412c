import { type ReactNode, useEffect } from "react";
import { useCallParty } from "../active/call-party.ts";
import { type ActiveCall, isIncoming } from "../phone/calls/active-call.ts";
import { usePhoneState } from "../phone/phone-context.ts";

const BLINK_MS = 1000;

/** A ring is also visible: the title of the window blinks, and the badge of the app counts. */
export function RingAttention(): ReactNode {
  const ringing = usePhoneState(({ calls }) => calls.find((call) => isIncoming(call) && !call.isIgnored));
  return ringing ? <Blinking call={ringing} /> : null;
}

function Blinking({ call }: { readonly call: ActiveCall }): ReactNode {
  const { name } = useCallParty(call);
  useBlinkingTitle(call.doorbell ? "🔔 Someone is at the door" : `📞 ${name} is calling`);
  useEffect(() => {
    // Only installed apps have one; elsewhere there is nothing to tell.
    void navigator.setAppBadge?.().catch(() => {});
    return () => void navigator.clearAppBadge?.().catch(() => {});
  }, []);
  return null;
}

/** The usual title may change meanwhile, by a new message say: what was not put there by us is the usual one. */
function useBlinkingTitle(alarm: string): void {
  useEffect(() => {
    let usual = document.title;
    const blink = (): void => {
      if (document.title === alarm) {
        document.title = usual;
      } else {
        usual = document.title;
        document.title = alarm;
      }
    };
    blink();
    const timer = window.setInterval(blink, BLINK_MS);
    return () => {
      window.clearInterval(timer);
      if (document.title === alarm) document.title = usual;
    };
  }, [alarm]);
}
