export * from "./search-api.ts";
export * from "./search-category.ts";
export * from "./search-results.ts";
