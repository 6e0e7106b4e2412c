import type { voicemailsApi } from "@offhook/contract";
import type { Handlers } from "../../http/routes/handlers.ts";
import type { VoicemailForwards } from "./mail/voicemail-forwards.ts";
import type { VoicemailService } from "./voicemail-service.ts";

export function voicemailRoutes(
  voicemails: VoicemailService,
  forwards: VoicemailForwards,
): Handlers<typeof voicemailsApi> {
  return {
    getVoicemails: ({ actor, query }) => voicemails.list(actor, query),
    getVoicemail: ({ actor, query }) => voicemails.read(actor, query),
    getVoicemailFile: ({ actor, query }) => voicemails.file(actor, query),
    moveVoicemails: ({ actor, body }) => voicemails.move(actor, body),
    deleteVoicemail: ({ actor, query }) => voicemails.delete(actor, query),
    restoreVoicemail: ({ actor, body }) => voicemails.restore(actor, body),
    mailVoicemail: ({ actor, body }) => forwards.send(actor, body),
  };
}
