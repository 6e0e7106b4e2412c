export { PeopleProvider, usePeople } from "./contacts-context.ts";
export { PeopleDirectory } from "./people-directory.ts";
