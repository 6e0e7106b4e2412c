export * from "./fax.ts";
export * from "./fax-box.ts";
export * from "./fax-events.ts";
export * from "./fax-reason.ts";
export * from "./fax-sending.ts";
export * from "./fax-webhooks.ts";
export * from "./faxes-api.ts";
