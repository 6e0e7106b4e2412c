import type { dispatchApi } from "@offhook/contract";
import type { Handlers } from "../../../http/routes/handlers.ts";
import type { DispatchService } from "./dispatch-service.ts";

export function dispatchRoutes(dispatch: DispatchService): Handlers<typeof dispatchApi> {
  return {
    getDispatchBoard: ({ actor }) => dispatch.read(actor),
    sendLiveCall: ({ actor, body }) => dispatch.send(actor, body),
    assignWork: ({ actor, body }) => dispatch.assign(actor, body),
  };
}
