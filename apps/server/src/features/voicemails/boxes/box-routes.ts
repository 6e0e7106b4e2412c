import type { voicemailBoxesApi } from "@offhook/contract";
import type { Handlers } from "../../../http/routes/handlers.ts";
import type { BoxService } from "./box-service.ts";

export function boxRoutes(boxes: BoxService): Handlers<typeof voicemailBoxesApi> {
  return {
    getVoicemailBoxes: ({ actor }) => boxes.list(actor),
    updateVoicemailBox: ({ actor, body }) => boxes.update(actor, body),
  };
}
