import type { SmsMessage } from "@offhook/contract";
import { SendFailure } from "@offhook/ui/conversation";
import { Check, CheckCheck, Clock3 } from "lucide-react";
import type { ReactNode } from "react";
import classes from "./delivery-line.module.css";
import { worstDelivery } from "./delivery-words.ts";

export interface DeliveryLineProps {
  readonly messages: readonly SmsMessage[];
  readonly onRetry: (id: string) => void;
}

const ICONS = { waiting: Clock3, sent: Check, delivered: CheckCheck } as const;

/** What has become of a text; where it failed, why, and what to do now. */
export function DeliveryLine({ messages, onRetry }: DeliveryLineProps): ReactNode {
  const delivery = worstDelivery(messages);
  if (!delivery) return null;
  if (delivery.state !== "failed") {
    const Icon = ICONS[delivery.state];
    return (
      <span className={classes.state}>
        <Icon size={13} aria-hidden="true" />
        {delivery.words}
      </span>
    );
  }
  const failed = messages.filter(({ dlr_error }) => dlr_error !== "");
  const meant = failed.length > 0 ? failed : messages;
  return (
    <SendFailure
      onRetry={() => {
        for (const { id } of meant) onRetry(id);
      }}
    >
      <strong>{delivery.words}.</strong> {delivery.reason} {delivery.nextStep}
    </SendFailure>
  );
}
