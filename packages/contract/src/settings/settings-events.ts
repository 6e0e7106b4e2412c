import { z } from "zod";
import { ActiveStatus } from "./user-status.ts";

const userId = z.number().int();

/** To the user's own channel: what changed, as JSON text, and the version it makes. */
export const SettingsUpdateEvent = z.object({
  type: z.literal("SETTINGS_UPDATE"),
  settings: z.string(),
  version: z.number().int(),
});

/** To the company: what colleagues see of each other. The user's other clients load their own profile anew. */
export const ProfileUpdateEvent = z.object({
  type: z.literal("PROFILE_UPDATE"),
  user_id: userId,
  firstname: z.string(),
  lastname: z.string(),
  title: z.string(),
  photo: z.string().nullable(),
  teamsNickname: z.string(),
});

export const SetUserStatusEvent = z.object({
  type: z.literal("STATUS_UPDATE"),
  action: z.literal("set_user_status"),
  user_id: userId,
  status: ActiveStatus,
});
/** The user shows no status any more: it was cleared, has expired or was deleted. */
export const StatusRemovedEvent = z.object({
  type: z.literal("STATUS_UPDATE"),
  action: z.literal("status_removed"),
  user_id: userId,
});
/** To the user's own channel: a personal status is gone from the list. */
export const DeleteUserStatusEvent = z.object({
  type: z.literal("STATUS_UPDATE"),
  action: z.literal("delete_user_status"),
  user_id: userId,
  status_id: z.number().int(),
});
export const StatusUpdateEvent = z.discriminatedUnion("action", [
  SetUserStatusEvent,
  StatusRemovedEvent,
  DeleteUserStatusEvent,
]);
export type StatusUpdateEvent = z.infer<typeof StatusUpdateEvent>;

/** To the user's own channel: a line was given or taken. Load the profile anew. */
export const DidUpdateEvent = z.object({ type: z.literal("DID_UPDATE") });

export const SettingsEvent = z.discriminatedUnion("type", [
  SettingsUpdateEvent,
  ProfileUpdateEvent,
  StatusUpdateEvent,
  DidUpdateEvent,
]);
export type SettingsEvent = z.infer<typeof SettingsEvent>;
