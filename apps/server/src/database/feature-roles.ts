import type { Feature } from "@offhook/contract";
import { type RawBuilder, sql } from "kysely";

/** By feature, the role of a user that switches it off with '0'. A role that is not named leaves it on. */
export const ROLE_BY_FEATURE: Readonly<Record<Feature, string>> = {
  calls: "tc_calls",
  messaging: "tc_sms",
  voicemail: "tc_voicemail",
  fax: "tc_fax",
  teamChat: "tc_chat",
  contacts: "tc_contacts",
};

/** For a statement that reads `users`: whether the feature is on for that user, whatever the company says of it. */
export function isOnForUser(feature: Feature): RawBuilder<boolean> {
  return sql<boolean>`users.roles ->> ${sql.lit(ROLE_BY_FEATURE[feature])} is distinct from '0'`;
}
