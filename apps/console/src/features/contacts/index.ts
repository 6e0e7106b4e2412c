export { newNumber } from "./contact-draft.ts";
export { PeopleProvider, usePeople } from "./contacts-context.ts";
export { LazyContactDialog } from "./lazy-contact-dialog.ts";
export { NumberLookup } from "./number-lookup.ts";
export { PeopleDirectory } from "./people-directory.ts";
export { NumberLookupProvider, useCaller } from "./use-caller.ts";
