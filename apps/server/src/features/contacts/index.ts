export { writeContacts } from "./book/contact-writing-repository.ts";
export { type ContactsFeature, contactAccountSealer, createContactsFeature } from "./contacts-feature.ts";
export { sealTokens } from "./external/contact-account-tokens.ts";
export { FoundPeople } from "./lookup/found-people.ts";
export { createHttpCallerNames } from "./lookup/http-caller-names.ts";
export { sharedTagsOf } from "./lookup/shared-tags.ts";
export type { TimelineSource } from "./timeline.ts";
