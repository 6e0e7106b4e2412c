import { z } from "zod";
import { Bit, NumericId, text, trimmedText } from "../wire-values.ts";
import { DEFAULT_STATUS_EMOJI } from "./default-status-emoji.ts";

export const StatusDuration = z.enum([
  "never",
  "30_minutes",
  "1_hour",
  "4_hours",
  "today",
  "this_week",
  "custom",
]);
export type StatusDuration = z.infer<typeof StatusDuration>;

/** A status one may pick: shared ('1') ones belong to the company, personal ('0') ones to the user. */
export const UserStatus = z.object({
  id: z.number().int(),
  name: z.string(),
  /** The character itself, not its short name. */
  emoji: z.string(),
  default_duration: StatusDuration,
  shared: Bit,
});
export type UserStatus = z.infer<typeof UserStatus>;

/** The status a user shows now. */
export const ActiveStatus = UserStatus.extend({
  /** Unix time in seconds; null: until it is cleared. */
  expires_at: z.number().int().nullable(),
});
export type ActiveStatus = z.infer<typeof ActiveStatus>;

const LATEST_UNIX_TIME = 253_402_300_799;

const StatusForm = z
  .object({
    name: trimmedText(100).min(1, "This field is required"),
    emoji: text(32).min(1).default(DEFAULT_STATUS_EMOJI),
    default_duration: StatusDuration.default("never"),
    /** Only read with a custom duration: for the others the server counts, in the user's time zone. */
    expires_at: z.number().int().positive().max(LATEST_UNIX_TIME).nullish(),
  })
  .refine((status) => status.default_duration !== "custom" || typeof status.expires_at === "number", {
    path: ["expires_at"],
    message: "A custom duration needs a date and time",
  });

/** Makes a personal status and sets it. Sending the same uuid again changes nothing. */
export const StatusCreate = z.object({ uuid: z.uuid(), status: StatusForm });
export type StatusCreate = z.infer<typeof StatusCreate>;

/**
 * Sets a status. `status_id` null clears. With `status`, the form as the user saved it: an unchanged one is set
 * as it is, a changed one becomes a new personal status (a shared one thereby is copied), under `uuid` so that a
 * repeated request does not make two.
 */
export const StatusSet = z.object({
  status_id: NumericId.nullable(),
  status: StatusForm.optional(),
  uuid: z.uuid().optional(),
});
export type StatusSet = z.infer<typeof StatusSet>;

export const StatusQuery = z.object({ status_id: NumericId });

/** After creating and setting. Both null after clearing. */
export const StatusResult = z.object({
  id: z.number().int().nullable(),
  expires_at: z.number().int().nullable(),
});
export type StatusResult = z.infer<typeof StatusResult>;
