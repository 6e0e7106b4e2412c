import { z } from "zod";
import { defineApi } from "../define-api.ts";
import {
  AgentPauseOrder,
  AgentResumeOrder,
  QueueActPage,
  QueueActsQuery,
  QueueAgentOrder,
  QueueAgentPlace,
  QueueAgentRef,
  QueueCall,
  SuperviseOrder,
  TakeOverOrder,
} from "./supervision.ts";

const Nothing = z.object({});
/** The call that rings the user's phone. */
const OwnCall = z.object({ callid: z.string() });

/** For those who lead agents. */
export const supervisionApi = defineApi({
  listQueueCalls: {
    method: "GET",
    path: "/queue/calls",
    access: "supervision",
    summary: "The calls that agents have from queues, and who takes part in them",
    result: z.array(QueueCall),
  },
  superviseCall: {
    method: "POST",
    path: "/queue/supervise",
    access: "supervision",
    summary: "Listen to an agent's call, whisper to the agent, or talk with both",
    body: SuperviseOrder,
    result: OwnCall,
  },
  takeOverCall: {
    method: "POST",
    path: "/queue/takeOver",
    access: "supervision",
    summary: "Take an agent's call",
    body: TakeOverOrder,
    result: OwnCall,
  },
  listAgentPlaces: {
    method: "GET",
    path: "/queue/agents",
    access: "supervision",
    summary: "The order and penalty of agents in their queues",
    result: z.array(QueueAgentPlace),
  },
  loginAgent: {
    method: "PUT",
    path: "/queue/agents/login",
    access: "supervision",
    summary: "Sign an agent in to a queue",
    body: QueueAgentRef,
    result: Nothing,
  },
  logoutAgent: {
    method: "PUT",
    path: "/queue/agents/logout",
    access: "supervision",
    summary: "Sign an agent out of a queue",
    body: QueueAgentRef,
    result: Nothing,
  },
  pauseAgent: {
    method: "POST",
    path: "/queue/agents/pause",
    access: "supervision",
    summary: "Pause an agent in all their queues",
    body: AgentPauseOrder,
    result: Nothing,
  },
  resumeAgent: {
    method: "POST",
    path: "/queue/agents/resume",
    access: "supervision",
    summary: "End an agent's pause",
    body: AgentResumeOrder,
    result: Nothing,
  },
  orderAgent: {
    method: "PUT",
    path: "/queue/agents/order",
    access: "supervision",
    summary: "Change an agent's penalty and place in a queue",
    body: QueueAgentOrder,
    result: QueueAgentPlace,
  },
  listQueueActs: {
    method: "GET",
    path: "/queue/acts",
    access: "supervision",
    summary: "What supervisors did to agents and callers, newest first",
    query: QueueActsQuery,
    result: QueueActPage,
  },
});
