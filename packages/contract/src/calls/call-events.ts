import { z } from "zod";
import { Bit } from "../wire-values.ts";
import { Phone } from "./phone.ts";

/** To the phone line's channel. */
export const DndEvent = z.object({ type: z.literal("DND"), phone: z.string(), dnd: Bit });
/** The forwarding of a line; empty when it was turned off. */
export const ForwardingChangeEvent = z.object({
  type: z.literal("CHANGE"),
  phone: z.string(),
  forwarding: z.string(),
});
/** Any other detail of a line. */
export const PhoneUpdateEvent = z.object({ type: z.literal("PHONE_UPDATE"), phone: Phone });

export const CallEvent = z.discriminatedUnion("type", [DndEvent, ForwardingChangeEvent, PhoneUpdateEvent]);
export type CallEvent = z.infer<typeof CallEvent>;
