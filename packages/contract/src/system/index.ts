export * from "./public-config.ts";
export * from "./system-api.ts";
