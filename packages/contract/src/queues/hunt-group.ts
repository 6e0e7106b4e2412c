import { z } from "zod";
import { Bit, NumericId } from "../wire-values.ts";

/** A line a hunt group rings. Lines of a lower level ring first. */
export const HuntGroupLine = z.object({
  id: z.number().int(),
  dnumber: z.string(),
  available: Bit,
  level: z.number().int(),
  /** Who answers there, and whether that is the signed-in user: only own lines can be switched. */
  name: z.string(),
  owned: z.boolean(),
});
export type HuntGroupLine = z.infer<typeof HuntGroupLine>;

export const HuntGroup = z.object({
  id: z.number().int(),
  name: z.string(),
  extension: z.string().nullable(),
  lines: z.array(HuntGroupLine),
});
export type HuntGroup = z.infer<typeof HuntGroup>;

/** `hid` is the id of the line within its hunt group. */
export const HuntGroupAvailability = z.object({ hid: NumericId, available: Bit });

export const HuntGroupQuery = z.object({ huntgroup: NumericId });

/** New levels and switches for lines of a group; lines left out stay as they are. */
export const HuntGroupDestinationsUpdate = z.object({
  huntgroup: NumericId,
  destinations: z
    .array(
      z.object({
        id: NumericId,
        available: Bit.optional(),
        level: z.number().int().min(1).max(20).optional(),
      }),
    )
    .min(1)
    .max(200),
});
export type HuntGroupDestinationsUpdate = z.infer<typeof HuntGroupDestinationsUpdate>;
