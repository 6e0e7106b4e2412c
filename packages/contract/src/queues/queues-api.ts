import { z } from "zod";
import { defineApi } from "../define-api.ts";
import {
  HuntGroup,
  HuntGroupAvailability,
  HuntGroupDestinationsUpdate,
  HuntGroupLine,
  HuntGroupQuery,
} from "./hunt-group.ts";
import { Queue, QueueAgent, QueueLogin, QueueQuery } from "./queue.ts";

export const queuesApi = defineApi({
  listQueues: {
    method: "GET",
    path: "/queues",
    access: "user",
    summary: "All queues of the company",
    query: QueueQuery,
    result: z.array(Queue),
  },
  listMyQueues: {
    method: "GET",
    path: "/myQueues",
    access: "user",
    summary: "The queues a line of the user may serve",
    query: QueueQuery,
    result: z.array(Queue),
  },
  listAgents: {
    method: "GET",
    path: "/agents",
    access: "user",
    summary: "The lines that serve the user's queues",
    query: QueueQuery,
    result: z.array(QueueAgent),
  },
  loginToQueue: {
    method: "PUT",
    path: "/queue/login",
    access: "user",
    summary: "Begin to take calls of a queue",
    body: QueueLogin,
    result: Queue,
  },
  logoutOfQueue: {
    method: "PUT",
    path: "/queue/logout",
    access: "user",
    summary: "Stop taking calls of a queue",
    body: QueueLogin,
    result: Queue,
  },
  getHuntGroups: {
    method: "GET",
    path: "/huntgroups",
    access: "user",
    summary: "The hunt groups the user is in",
    result: z.array(HuntGroup),
  },
  updateHuntGroupAvailability: {
    method: "PUT",
    path: "/huntgroup/availability",
    access: "user",
    summary: "Switch an own line of a hunt group on or off",
    body: HuntGroupAvailability,
    result: HuntGroupLine,
  },
  listHuntGroupDestinations: {
    method: "GET",
    path: "/huntgroup/destinations/list",
    access: "user",
    summary: "The lines of a hunt group the user is in, in ringing order",
    query: HuntGroupQuery,
    result: z.array(HuntGroupLine),
  },
  updateHuntGroupDestinations: {
    method: "PUT",
    path: "/huntgroup/destinations/list",
    access: "user",
    summary: "Change levels and switches of a hunt group the user is in",
    body: HuntGroupDestinationsUpdate,
    result: z.array(HuntGroupLine),
  },
});
