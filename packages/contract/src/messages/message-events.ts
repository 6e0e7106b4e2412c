import { z } from "zod";
import { UnreadCounters } from "./unread.ts";

/** To the user's own channel: all four counters as they now are. */
export const UnreadUpdateEvent = UnreadCounters.extend({ type: z.literal("UNREAD_UPDATE") });
export type UnreadUpdateEvent = z.infer<typeof UnreadUpdateEvent>;
