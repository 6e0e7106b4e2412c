import type { Feature } from "@offhook/contract";

const ROLE_BY_FEATURE: Readonly<Record<Feature, string>> = {
  messaging: "tc_sms",
  voicemail: "tc_voicemail",
  fax: "tc_fax",
  teamChat: "tc_chat",
  contacts: "tc_contacts",
};

/** A role of '0' switches its feature off; one that is not named is on. */
export function featuresOf(
  roles: unknown,
  company: { readonly chatDisabled: boolean },
): ReadonlySet<Feature> {
  const features = Object.keys(ROLE_BY_FEATURE) as Feature[];
  return new Set(
    features.filter((feature) => {
      if (feature === "teamChat" && company.chatDisabled) return false;
      return roleValue(roles, ROLE_BY_FEATURE[feature]) !== "0";
    }),
  );
}

function roleValue(roles: unknown, name: string): string | undefined {
  if (typeof roles !== "object" || roles === null || !Object.hasOwn(roles, name)) return undefined;
  return String(Reflect.get(roles, name));
}
