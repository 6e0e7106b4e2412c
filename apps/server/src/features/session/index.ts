export type { AccountService } from "./account-service.ts";
export type { IdentityProviderSettings } from "./providers/identity-provider.ts";
export type { PublicProviders } from "./providers/provider-sign-in.ts";
export { createSessionFeature, type SessionFeature, type SessionFeatureDeps } from "./session-feature.ts";
export { featuresOf } from "./tokens/features-of.ts";
export type { NewTfaMethod } from "./two-factor/second-factors.ts";
