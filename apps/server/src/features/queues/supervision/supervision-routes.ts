import type { supervisionApi } from "@offhook/contract";
import type { Handlers } from "../../../http/routes/handlers.ts";
import type { AgentLeadService } from "./agent-lead-service.ts";
import type { SupervisionService } from "./supervision-service.ts";

export function supervisionRoutes(
  supervision: SupervisionService,
  agents: AgentLeadService,
): Handlers<typeof supervisionApi> {
  return {
    listQueueCalls: ({ actor }) => supervision.listCalls(actor),
    superviseCall: ({ actor, body }) => supervision.supervise(actor, body),
    takeOverCall: ({ actor, body }) => supervision.takeOver(actor, body),
    listAgentPlaces: ({ actor }) => agents.listPlaces(actor),
    loginAgent: ({ actor, body }) => agents.setAvailable(actor, body, true),
    logoutAgent: ({ actor, body }) => agents.setAvailable(actor, body, false),
    pauseAgent: ({ actor, body }) => agents.pause(actor, body),
    resumeAgent: ({ actor, body }) => agents.resume(actor, body.phone),
    orderAgent: ({ actor, body }) => agents.setOrder(actor, body),
    listQueueActs: ({ actor, query }) => supervision.listActs(actor, query),
  };
}
