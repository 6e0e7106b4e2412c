import type { Feature, Right } from "@offhook/contract";
import { ROLE_BY_FEATURE } from "../../../database/feature-roles.ts";

/** The role of those who are told of trouble and may do something about it. */
const ADMINISTRATOR_ROLE = "tc_admin";

/** The role of those who lead the agents of queues. Administrators may do the same. */
const SUPERVISOR_ROLE = "tc_supervisor";

/** A role of '0' switches its feature off; one that is not named is on. Other rights are off unless their role is '1'. */
export function featuresOf(roles: unknown, company: { readonly chatDisabled: boolean }): ReadonlySet<Right> {
  const features = Object.keys(ROLE_BY_FEATURE) as Feature[];
  const rights = new Set<Right>(
    features.filter((feature) => {
      if (feature === "teamChat" && company.chatDisabled) return false;
      return roleValue(roles, ROLE_BY_FEATURE[feature]) !== "0";
    }),
  );
  const isAdministrator = roleValue(roles, ADMINISTRATOR_ROLE) === "1";
  if (isAdministrator) rights.add("administration");
  if (isAdministrator || roleValue(roles, SUPERVISOR_ROLE) === "1") rights.add("supervision");
  return rights;
}

function roleValue(roles: unknown, name: string): string | undefined {
  if (typeof roles !== "object" || roles === null || !Object.hasOwn(roles, name)) return undefined;
  return String(Reflect.get(roles, name));
}
