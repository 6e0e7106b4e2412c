import { z } from "zod";
import { defineApi } from "../define-api.ts";

export const ServiceStatus = z.object({
  status: z.enum(["ok", "degraded"]),
  version: z.string(),
  database: z.enum(["ok", "unreachable"]),
  /** Full: what is read is answered, and nothing can be saved. */
  disk: z.enum(["ok", "full"]),
  /** Unix time in seconds, so that a client can tell how far its own clock is off. */
  time: z.number().int(),
});
export type ServiceStatus = z.infer<typeof ServiceStatus>;

export const systemApi = defineApi({
  getServiceStatus: {
    method: "GET",
    path: "/status",
    access: "public",
    summary: "Health of the service",
    result: ServiceStatus,
    ratePerMinute: 600,
  },
});
