import type { EnabledFeatures } from "@offhook/contract";

/** `guest`: only for signed-out visitors. `open`: for everyone. `user`: only for signed-in users. */
export type PageAccess = "guest" | "open" | "user";
export type PageFeature = keyof EnabledFeatures;

export interface Visit {
  readonly access: PageAccess;
  /** The feature the page belongs to, where it can be switched off. */
  readonly feature?: PageFeature | undefined;
  /** Of the signed-in user; undefined when nobody is. */
  readonly features: EnabledFeatures | undefined;
}

export type Verdict =
  | "pass"
  /** Remember this page and sign in first. */
  | "signIn"
  /** Signed in already: to the remembered page, or home. */
  | "home"
  /** The feature is switched off for this user: to their first area. */
  | "elsewhere";

/** The auth guard, which runs before every page. */
export function judgeVisit({ access, feature, features }: Visit): Verdict {
  if (access === "open") return "pass";
  if (access === "guest") return features ? "home" : "pass";
  if (!features) return "signIn";
  return feature && !features[feature] ? "elsewhere" : "pass";
}
