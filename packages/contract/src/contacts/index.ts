export { contactsApi } from "./contacts-api.ts";
export * from "./person.ts";
