export { PeopleProvider, usePeople, usePeopleDirectory } from "./contacts-context.ts";
export { PeopleDirectory } from "./people-directory.ts";
