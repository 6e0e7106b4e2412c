export * from "./caller.ts";
export * from "./contact.ts";
export * from "./contact-detail.ts";
export * from "./contact-events.ts";
export * from "./contact-import.ts";
export { contactsApi } from "./contacts-api.ts";
export * from "./external-contacts.ts";
export * from "./person.ts";
export * from "./timeline.ts";
