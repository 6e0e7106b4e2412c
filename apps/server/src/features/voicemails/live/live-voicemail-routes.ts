import type { liveVoicemailsApi } from "@offhook/contract";
import type { FastifyInstance } from "fastify";
import type { Handlers } from "../../../http/routes/handlers.ts";
import type { InfrastructureRoute } from "../../../http/routes/route-guard.ts";
import { LIVE_SOUND_PATH, type LiveSound } from "./live-sound.ts";
import type { LiveVoicemailService } from "./live-voicemail-service.ts";

export function liveVoicemailRoutes(voicemails: LiveVoicemailService): Handlers<typeof liveVoicemailsApi> {
  return {
    getLiveVoicemails: ({ actor }) => voicemails.list(actor),
    getLiveVoicemailSound: ({ actor, query }) => voicemails.sound(actor, query.id),
    pickUpVoicemail: ({ actor, body }) => voicemails.pickUp(actor, body),
  };
}

export const LIVE_SOUND_ROUTES: readonly InfrastructureRoute[] = [
  {
    url: LIVE_SOUND_PATH,
    access: "guarded",
    why: "answers addresses that this server has signed, for a minute or two",
  },
];

/** A stream and no envelope: it is heard while it comes. */
export function registerLiveSound(app: FastifyInstance, sound: LiveSound): void {
  app.get(LIVE_SOUND_PATH, { exposeHeadRoute: false }, (request, reply) => {
    reply.header("cache-control", "no-store").header("x-content-type-options", "nosniff");
    const stream = sound.open(request.url);
    if (stream) return reply.type("application/octet-stream").send(stream);
    return reply.code(403).type("text/plain; charset=utf-8").send("This address is not valid any more");
  });
}
