import { LateService } from "../../platform/late-service.ts";
import type { Faxes, FaxesOptions } from "./store/faxes.ts";

/** The place of the user's faxes. */
export class FaxesHub extends LateService<FaxesOptions, Faxes> {}
