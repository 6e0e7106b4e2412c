export * from "./voicemail.ts";
export * from "./voicemail-events.ts";
export * from "./voicemails-api.ts";
