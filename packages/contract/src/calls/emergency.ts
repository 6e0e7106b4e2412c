import { z } from "zod";

/** What happens when the user's line calls an emergency number. */
export const EmergencyCalling = z.object({
  /** What counts as one where the company is. */
  numbers: z.array(z.string()),
  /** Where responders are sent; empty: nobody has said. */
  location: z.string(),
  /** Without a carrier no such call reaches anybody. */
  has_carrier: z.boolean(),
  /** One of the carriers answers right now. Where none does, the call is tried all the same. */
  is_carrier_up: z.boolean(),
});
export type EmergencyCalling = z.infer<typeof EmergencyCalling>;
