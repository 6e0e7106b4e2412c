import { createServiceContext, useService } from "../../platform/service-context.ts";
import type { VoicemailsHub } from "./voicemails-hub.ts";

const VoicemailsHubContext = createServiceContext<VoicemailsHub>("VoicemailsHub");
export const VoicemailsProvider = VoicemailsHubContext.Provider;

export function useVoicemailsHub(): VoicemailsHub {
  return useService(VoicemailsHubContext);
}
