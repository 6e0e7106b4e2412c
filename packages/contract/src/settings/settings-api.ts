import { z } from "zod";
import { defineApi } from "../define-api.ts";
import { Feedback, ReleaseNotes, ReleaseNotesQuery } from "./feedback.ts";
import {
  MAX_PHOTO_BYTES,
  MyProfile,
  MyProfileQuery,
  Photo,
  PhotoQuery,
  PhotoUpload,
  ProfileUpdate,
  Timezone,
} from "./profile.ts";
import { SettingsQuery, SettingsUpdate, StoredSettings } from "./stored-settings.ts";
import {
  ActiveStatus,
  StatusCreate,
  StatusQuery,
  StatusResult,
  StatusSet,
  UserStatus,
} from "./user-status.ts";

const Nothing = z.object({});
// base64 makes four characters of three bytes; the rest is the envelope.
const PHOTO_BODY_LIMIT = Math.ceil((MAX_PHOTO_BYTES * 4) / 3) + 1024;

export const settingsApi = defineApi({
  getMyProfile: {
    method: "GET",
    path: "/myProfile",
    access: "user",
    summary: "The signed-in user with lines, features, status and settings",
    query: MyProfileQuery,
    result: MyProfile,
  },
  updateMyProfile: {
    method: "PUT",
    path: "/myProfile",
    access: "user",
    summary: "Change the own profile; a new email counts once the link mailed to it was opened",
    stepUp: ["email"],
    body: ProfileUpdate,
    result: MyProfile,
  },
  putMyPhoto: {
    method: "PUT",
    path: "/myPhoto",
    access: "user",
    summary: "Set the own photo: png, jpeg or gif as base64",
    body: PhotoUpload,
    result: Photo,
    bodyLimit: PHOTO_BODY_LIMIT,
    ratePerMinute: 30,
  },
  deleteMyPhoto: {
    method: "DELETE",
    path: "/myPhoto",
    access: "user",
    summary: "Remove the own photo",
    result: Photo,
  },
  getPhoto: {
    method: "GET",
    path: "/photo",
    access: "user",
    summary: "A fresh address of a colleague's photo",
    query: PhotoQuery,
    result: Photo,
  },
  getUserSettings: {
    method: "GET",
    path: "/user/settings",
    access: "user",
    summary: "The own settings, as JSON text",
    query: SettingsQuery,
    result: StoredSettings,
  },
  updateUserSettings: {
    method: "PUT",
    path: "/user/settings",
    access: "user",
    summary: "Change some of the own settings; those not sent stay",
    body: SettingsUpdate,
    result: StoredSettings,
    ratePerMinute: 300,
  },
  listStatuses: {
    method: "GET",
    path: "/user/statuses",
    access: "user",
    summary: "The statuses one may pick: shared ones first, then personal ones",
    result: z.array(UserStatus),
  },
  getStatus: {
    method: "GET",
    path: "/user/status",
    access: "user",
    summary: "The own active status",
    result: ActiveStatus.nullable(),
  },
  createStatus: {
    method: "POST",
    path: "/user/status",
    access: "user",
    summary: "Make a personal status and set it",
    body: StatusCreate,
    result: StatusResult,
  },
  setStatus: {
    method: "PUT",
    path: "/user/status",
    access: "user",
    summary: "Set, save or (with status_id null) clear the status",
    body: StatusSet,
    result: StatusResult,
  },
  deleteStatus: {
    method: "DELETE",
    path: "/user/status",
    access: "user",
    summary: "Remove a personal status",
    query: StatusQuery,
    result: Nothing,
  },
  listTimezones: {
    method: "GET",
    path: "/timezones",
    access: "user",
    summary: "The time zones the profile offers",
    result: z.array(Timezone),
  },
  sendFeedback: {
    method: "POST",
    path: "/send/feedback",
    access: "user",
    summary: "Share an idea or report an issue",
    body: Feedback,
    result: Nothing,
    ratePerMinute: 10,
  },
  getReleaseNotes: {
    method: "GET",
    path: "/releaseNotes",
    access: "app",
    summary: "What is new in a version",
    query: ReleaseNotesQuery,
    result: ReleaseNotes,
  },
});
