import { EmptyState } from "@offhook/ui";
import { useRouter } from "@tanstack/react-router";
import { PhoneIncoming } from "lucide-react";
import type { ReactNode } from "react";
import { paths } from "../../../platform/navigation/paths.ts";
import { isIncoming } from "../phone/calls/active-call.ts";
import { usePhoneState } from "../phone/phone-context.ts";
import { IncomingCard } from "./incoming-card.tsx";
import classes from "./incoming-page.module.css";
import { RingAttention } from "./ring-attention.tsx";

/** `/incomingCallModal`: a window of its own for what rings. */
export function IncomingCallPage(): ReactNode {
  const router = useRouter();
  const calls = usePhoneState((state) => state.calls);
  const ringing = calls.filter(isIncoming);
  if (ringing.length === 0) return <EmptyState icon={PhoneIncoming}>No incoming calls.</EmptyState>;
  return (
    <div className={classes.page}>
      <RingAttention />
      {ringing.map((call, index) => (
        <IncomingCard
          key={call.id}
          call={call}
          isBrief={index > 0}
          onAnswered={(id, camera) => router.history.push(paths.activeCall(id, { incoming: true, camera }))}
        />
      ))}
    </div>
  );
}
