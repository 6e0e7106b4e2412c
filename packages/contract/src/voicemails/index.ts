export * from "./voicemail.ts";
export * from "./voicemail-box.ts";
export * from "./voicemail-boxes-api.ts";
export * from "./voicemail-events.ts";
export * from "./voicemails-api.ts";
