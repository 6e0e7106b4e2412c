export { createSearchFeature, type SearchFeature } from "./search-feature.ts";
