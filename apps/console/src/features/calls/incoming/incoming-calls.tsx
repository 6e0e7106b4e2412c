import { Portal } from "@mantine/core";
import type { ReactNode } from "react";
import { useSettings } from "../../settings/index.ts";
import { isIncoming } from "../phone/calls/active-call.ts";
import { usePhoneState } from "../phone/phone-context.ts";
import classes from "./incoming-calls.module.css";
import { IncomingCard } from "./incoming-card.tsx";

export interface IncomingCallsProps {
  readonly onAnswered: (id: string, camera: boolean) => void;
}

/** Every call that rings, in the corner the user has chosen, above whatever screen is open. */
export function IncomingCalls({ onAnswered }: IncomingCallsProps): ReactNode {
  const calls = usePhoneState((state) => state.calls);
  const position = useSettings((settings) => settings.incomingPosition);
  const ringing = calls.filter((call) => isIncoming(call) && !call.isIgnored);
  if (ringing.length === 0) return null;
  return (
    <Portal>
      <div className={classes.dock} data-position={position}>
        {ringing.map((call, index) => (
          <IncomingCard key={call.id} call={call} isBrief={index > 0} onAnswered={onAnswered} />
        ))}
      </div>
    </Portal>
  );
}
