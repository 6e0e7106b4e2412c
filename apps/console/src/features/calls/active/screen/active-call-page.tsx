import { EmptyState } from "@offhook/ui";
import { useParams, useRouter, useSearch } from "@tanstack/react-router";
import { PhoneOff } from "lucide-react";
import { type ReactNode, useEffect, useEffectEvent, useState } from "react";
import { paths } from "../../../../platform/navigation/paths.ts";
import { usePlatform } from "../../../../platform/platform-context.tsx";
import { type ActiveCall, endedCall, isLive, isTalk } from "../../phone/calls/active-call.ts";
import { useCall, usePhone, usePhoneState } from "../../phone/phone-context.ts";
import { currentCall } from "../call-groups.ts";
import { useAttempt } from "../use-attempt.ts";
import { CallScreen } from "./call-screen.tsx";

/** Long enough to read why; without a reason, to see that it is over. */
const REASON_SHOWN_MS = 4000;
const END_SHOWN_MS = 1200;
/** After a reload the phone asks the service which calls there are. */
const WAIT_FOR_CALLS_MS = 8000;

/** `/calls/active/{id}`. When the call is over: the next one, or the dial pad. */
export function ActiveCallPage(): ReactNode {
  const { id = "" } = useParams({ strict: false }) as { id?: string };
  const { camera } = useSearch({ strict: false }) as { camera?: string };
  return <OneCall key={id} id={id} wantsCamera={camera !== undefined && camera !== "0"} />;
}

function OneCall({ id, wantsCamera }: { readonly id: string; readonly wantsCamera: boolean }): ReactNode {
  const call = useCall(id);
  const router = useRouter();
  const phone = usePhone();
  // What was last known of it is shown while it takes its leave.
  const [last, setLast] = useState<ActiveCall>();
  if (call && call !== last) setLast(call);
  const over = last && (!isLive(last) ? last : call ? undefined : endedCall(last, undefined));

  useCamera(call, wantsCamera);
  const leave = (): void => {
    const next = currentCall(phone.state.getState().calls);
    router.history.replace(next ? paths.activeCall(next.id) : paths.dialPad());
  };
  useLater(over !== undefined, over?.endReason === undefined ? END_SHOWN_MS : REASON_SHOWN_MS, () => {
    // Users who are still writing the note leave by the button.
    if (!(document.activeElement instanceof HTMLTextAreaElement)) leave();
  });
  if (last) return <CallScreen call={over ?? last} onLeave={leave} />;
  return <NoSuchCall onLeave={() => router.history.replace(paths.dialPad())} />;
}

/** The query says that the call was to begin with a picture. */
function useCamera(call: ActiveCall | undefined, wantsCamera: boolean): void {
  const phone = usePhone();
  const attempt = useAttempt();
  const [wasAsked, setWasAsked] = useState(false);
  const isReady = call !== undefined && isTalk(call) && call.canDoVideo && call.place === "here";
  const turnOn = useEffectEvent(() => {
    setWasAsked(true);
    if (call && isTalk(call) && !call.isCameraOn) void attempt(() => phone.setCamera(call.id, true));
  });
  useEffect(() => {
    if (wantsCamera && isReady && !wasAsked) turnOn();
  }, [wantsCamera, isReady, wasAsked]);
}

function useLater(isDue: boolean, afterMs: number, work: () => void): void {
  const { clock } = usePlatform().browser;
  const run = useEffectEvent(work);
  useEffect(() => (isDue ? clock.schedule(afterMs, () => run()) : undefined), [isDue, afterMs, clock]);
}

/** Not known, or not known yet: a page that was just reloaded learns of its calls in a moment. */
function NoSuchCall({ onLeave }: { readonly onLeave: () => void }): ReactNode {
  const isConnecting = usePhoneState(({ registration }) => registration.status === "connecting");
  const [hasWaited, setHasWaited] = useState(false);
  const isLooking = isConnecting && !hasWaited;
  useLater(true, WAIT_FOR_CALLS_MS, () => setHasWaited(true));
  // A call can be over before its screen is built: nobody should have to find the way back from it.
  useLater(!isLooking, REASON_SHOWN_MS, onLeave);
  if (isLooking) return <EmptyState icon={PhoneOff}>Looking for the call…</EmptyState>;
  return (
    <EmptyState icon={PhoneOff} action={{ label: "Open the dial pad", onClick: onLeave }}>
      This call has ended.
    </EmptyState>
  );
}
