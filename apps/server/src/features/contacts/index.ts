export { writeContacts } from "./book/contact-writing-repository.ts";
export { type ContactsFeature, contactAccountSealer, createContactsFeature } from "./contacts-feature.ts";
export { sealTokens } from "./external/contact-account-tokens.ts";
export type { CallerNames } from "./lookup/caller-name-service.ts";
export { createHttpCallerNames } from "./lookup/http-caller-names.ts";
export { type LiveUsers, PresenceService } from "./presence-service.ts";
export type { TimelinePosition, TimelineSource, TimelineSubject } from "./timeline.ts";
