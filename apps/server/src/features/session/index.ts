export { createSessionFeature, type SessionFeature, type SessionFeatureDeps } from "./session-feature.ts";
export { featuresOf } from "./tokens/features-of.ts";
