import { explainCarrierCode, type SmsMessage } from "@offhook/contract";

export type Delivery =
  | { readonly state: "waiting" | "sent" | "delivered"; readonly words: string }
  | {
      readonly state: "failed";
      readonly words: string;
      /** Why, as a person would say it, and what to do about it. */
      readonly reason: string;
      readonly nextStep: string;
    };

const WORDS = {
  queued: { state: "waiting", words: "Sending…" },
  sent: { state: "sent", words: "Sent" },
  delivered: { state: "delivered", words: "Delivered" },
} as const;

/** Pure. What has become of a text; undefined for those that came in and for comments. */
export function deliveryOf({
  dlr_status: status,
  dlr_error: error,
}: Pick<SmsMessage, "dlr_status" | "dlr_error">): Delivery | undefined {
  if (status === null) return undefined;
  if (status === "queued" || status === "sent" || status === "delivered") return WORDS[status];
  return { state: "failed", words: "Not delivered", ...explainCarrierCode(error) };
}

/** Of texts sent together the worst tells most. */
export function worstDelivery(messages: readonly SmsMessage[]): Delivery | undefined {
  const all = messages.flatMap((message) => deliveryOf(message) ?? []);
  const order = ["failed", "waiting", "sent", "delivered"] as const;
  return order.flatMap((state) => all.filter((delivery) => delivery.state === state))[0];
}
