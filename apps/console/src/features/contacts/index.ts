export { NumberLookup } from "./callers/number-lookup.ts";
export { PeopleDirectory } from "./callers/people-directory.ts";
export { NumberLookupProvider, useCaller } from "./callers/use-caller.ts";
export { PeopleProvider, usePeople } from "./contacts-context.ts";
export { newNumber } from "./edit/contact-draft.ts";
export { LazyContactDialog } from "./edit/lazy-contact-dialog.ts";
