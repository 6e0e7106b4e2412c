import { LateService } from "../../platform/late-service.ts";
import type { Voicemails, VoicemailsOptions } from "./store/voicemails.ts";

/** The place of the user's voicemails. */
export class VoicemailsHub extends LateService<VoicemailsOptions, Voicemails> {}
