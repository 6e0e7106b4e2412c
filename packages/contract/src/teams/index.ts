export * from "./teams-api.ts";
