import { z } from "zod";
import { SipSettings } from "../calls/sip-settings.ts";
import { NumericId, QueryFlag, trimmedText } from "../wire-values.ts";
import { StoredSettings } from "./stored-settings.ts";
import { ActiveStatus } from "./user-status.ts";

/** Which lists to load with the profile. A list that was not asked for comes back empty. */
export const MyProfileQuery = z.object({
  sms: QueryFlag.default(false),
  fax: QueryFlag.default(false),
  phones: QueryFlag.default(false),
  vox: QueryFlag.default(false),
});

export const ProfilePhone = z.object({
  name: z.string(),
  /** What people call the line, "Front desk" say. */
  label: z.string(),
  extension: z.string().nullable(),
  /** The number outside parties see, and the one colleagues see. */
  callerID: z.string(),
  callerIDint: z.string(),
});
export type ProfilePhone = z.infer<typeof ProfilePhone>;

export const ProfileSmsLine = z.object({ sms_line: z.string(), sms_linename: z.string() });
export const ProfileFaxLine = z.object({ fax_line: z.string(), fax_linename: z.string() });
export const ProfileBox = z.object({ name: z.string(), label: z.string(), owned: z.boolean() });
export type ProfileBox = z.infer<typeof ProfileBox>;

/** '0' switches a feature off; anything else, or nothing, leaves it on. */
export const Roles = z.object({
  tc_calls: z.string().optional(),
  tc_sms: z.string().optional(),
  tc_voicemail: z.string().optional(),
  tc_fax: z.string().optional(),
  tc_chat: z.string().optional(),
  tc_contacts: z.string().optional(),
  /** Off unless it is '1': the tasks feature takes the place of Messages in the navigation. */
  tc_tasks: z.string().optional(),
  /** Off unless it is '1': an administrator is told of trouble and may do something about it. */
  tc_admin: z.string().optional(),
  /** Off unless it is '1': a supervisor leads the agents of the company's queues. Administrators may do the same. */
  tc_supervisor: z.string().optional(),
});
export type Roles = z.infer<typeof Roles>;

/** What the roles and the company's switches come to: the flags that drive navigation. */
export const EnabledFeatures = z.object({
  calls: z.boolean(),
  messaging: z.boolean(),
  voicemail: z.boolean(),
  fax: z.boolean(),
  teamChat: z.boolean(),
  contacts: z.boolean(),
  tasks: z.boolean(),
});
export type EnabledFeatures = z.infer<typeof EnabledFeatures>;

/** What the user may do: names in a list, or a map in which an entry that is true counts. */
export const UserScope = z.union([z.array(z.string()), z.record(z.string(), z.unknown())]);
export type UserScope = z.infer<typeof UserScope>;

/** Everything the console needs to know of the signed-in user. */
export const MyProfile = z.object({
  id: z.number().int(),
  username: z.string(),
  email: z.string(),
  /** A new address that still has to be confirmed by the link mailed to it. */
  pending_email: z.string().nullable().default(null),
  firstname: z.string(),
  lastname: z.string(),
  title: z.string(),
  company: z.string(),
  mobile: z.string(),
  /** Empty: the company's own. `effective_timezone` is what then holds. */
  timezone: z.string(),
  effective_timezone: z.string(),
  country: z.string(),
  /** ISO 3166 region whose number rules hold for the company. */
  region: z.string(),
  /** An address for an image tag; it changes with the photo and expires, so never store it. */
  photo: z.string().nullable(),
  /** `#RRGGBB`, behind the initials where there is no photo. */
  color: z.string(),
  teamsNickname: z.string(),
  extension: z.string().nullable(),
  /** The company's id. */
  pbx_cid: z.number().int(),
  phones: z.array(ProfilePhone),
  sms_lines: z.array(ProfileSmsLine),
  vox_boxes: z.array(ProfileBox),
  fax_lines: z.array(ProfileFaxLine),
  fax_boxes: z.array(ProfileBox),
  roles: Roles,
  /** The rights that the roles and the company's switches come to; a list from this service. */
  scope: UserScope.default([]),
  teams_settings: z.object({
    disabled_customers: z.object({ customer_id: z.array(z.number().int()) }),
  }),
  features: EnabledFeatures,
  user_status: ActiveStatus.nullable(),
  user_settings: StoredSettings,
  /** Null for a user without a phone line. */
  sip: SipSettings.nullable().default(null),
});
export type MyProfile = z.infer<typeof MyProfile>;

const TIMEZONE_MAX = 60;

/** The profile edit form. A field that is left out stays as it is. */
export const ProfileUpdate = z.object({
  firstname: trimmedText(60).min(1, "This field is required").optional(),
  lastname: trimmedText(60).optional(),
  /** Also the user name. It changes once the link that is mailed to the new address has been opened. */
  email: trimmedText(254).toLowerCase().pipe(z.email("Email must be valid")).optional(),
  mobile: trimmedText(30)
    .regex(/^[\d\s()+.#*-]*$/, "Invalid phone format")
    .optional(),
  /** Empty goes back to the company's. */
  timezone: trimmedText(TIMEZONE_MAX).optional(),
  country: z.union([z.literal(""), z.string().regex(/^[A-Z]{2}$/, "Must be an ISO 3166 code")]).optional(),
  company: trimmedText(100).optional(),
  teamsNickname: trimmedText(60).optional(),
});
export type ProfileUpdate = z.infer<typeof ProfileUpdate>;

export const MAX_PHOTO_BYTES = 8 * 1024 * 1024;
export const WRONG_IMAGE_TYPE = "Wrong image type. It must be .png, .gif or .jpeg";

/** The image as base64, with or without a `data:` prefix. The server looks at the bytes, never at the prefix. */
export const PhotoUpload = z.object({ image: z.string().min(1) });

export const Photo = z.object({ photo: z.string().nullable() });
export type Photo = z.infer<typeof Photo>;

/** Another user's photo by id; left out, the own one. */
export const PhotoQuery = z.object({ user_id: NumericId.optional() });

export const Timezone = z.object({ text: z.string(), value: z.string() });
export type Timezone = z.infer<typeof Timezone>;
