import { z } from "zod";
import { defineApi } from "../define-api.ts";
import { QueueReportQuery } from "./queue-numbers.ts";

/** Whether the user gets yesterday's report by mail every morning, and whether the installation sends mail at all. */
const MorningReport = z.object({ wanted: z.boolean(), available: z.boolean() });
export type MorningReport = z.infer<typeof MorningReport>;

export const queueReportsApi = defineApi({
  getMorningReport: {
    method: "GET",
    path: "/queue/reports/mail",
    access: "user",
    summary: "Whether the user gets yesterday's report by mail every morning",
    result: MorningReport,
  },
  saveMorningReport: {
    method: "PUT",
    path: "/queue/reports/mail",
    access: "user",
    summary: "Begin or stop to send the user yesterday's report by mail, at 7:00 by the company's clock",
    body: z.object({ wanted: z.boolean() }),
    result: MorningReport,
  },
  getQueueReportPdf: {
    method: "GET",
    path: "/queue/reports/pdf",
    access: "user",
    summary: "A report as PDF, in base64",
    query: QueueReportQuery,
    result: z.object({ pdf: z.string() }),
    ratePerMinute: 20,
  },
});
