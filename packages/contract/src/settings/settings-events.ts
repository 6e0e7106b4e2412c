import { z } from "zod";
import { defineEvents, type EventOf } from "../push/define-events.ts";
import { ActiveStatus } from "./user-status.ts";

const userId = z.number().int();
const status = z.literal("STATUS_UPDATE");

export const settingsEvents = defineEvents({
  SETTINGS_UPDATE: {
    to: ["user"],
    when: "Settings of the user were changed; the changed ones as JSON text, and the version that makes.",
    schema: z.object({
      type: z.literal("SETTINGS_UPDATE"),
      settings: z.string(),
      version: z.number().int(),
    }),
  },
  PROFILE_UPDATE: {
    to: ["customer"],
    when: "What colleagues see of a user was changed. That user's other clients load their own profile anew.",
    schema: z.object({
      type: z.literal("PROFILE_UPDATE"),
      user_id: userId,
      firstname: z.string(),
      lastname: z.string(),
      title: z.string(),
      photo: z.string().nullable(),
      teamsNickname: z.string(),
    }),
  },
  STATUS_UPDATE: {
    to: ["customer", "user"],
    when: "For the company: a user shows a status, or none any more. For the user: one of their own is gone from the list.",
    schema: z.discriminatedUnion("action", [
      z.object({ type: status, action: z.literal("set_user_status"), user_id: userId, status: ActiveStatus }),
      /** It was cleared, has expired or was deleted. */
      z.object({ type: status, action: z.literal("status_removed"), user_id: userId }),
      z.object({
        type: status,
        action: z.literal("delete_user_status"),
        user_id: userId,
        status_id: z.number().int(),
      }),
    ]),
  },
  DID_UPDATE: {
    to: ["user", "customer"],
    when: "A line was given or taken, or what the user may do is different: load the profile anew.",
    schema: z.object({ type: z.literal("DID_UPDATE") }),
  },
});
export type SettingsEvent = EventOf<typeof settingsEvents>;
export type StatusUpdateEvent = EventOf<typeof settingsEvents, "STATUS_UPDATE">;
