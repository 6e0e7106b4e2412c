import { LateService } from "../../platform/late-service.ts";
import type { LiveBook, LiveBookOptions } from "./book/live-book.ts";

/** The place of the user's address book. */
export class ContactsHub extends LateService<LiveBookOptions, LiveBook> {}
