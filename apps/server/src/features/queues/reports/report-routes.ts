import type { queueReportsApi } from "@offhook/contract";
import type { Handlers } from "../../../http/routes/handlers.ts";
import type { QueueNumberService } from "../numbers/queue-number-service.ts";
import type { MorningReports } from "./morning-reports.ts";
import { reportAsPdf } from "./report-pdf.ts";

export function reportRoutes(
  mornings: MorningReports,
  numbers: QueueNumberService,
): Handlers<typeof queueReportsApi> {
  return {
    getMorningReport: ({ actor }) => mornings.read(actor),
    saveMorningReport: ({ actor, body }) => mornings.save(actor, body.wanted),
    getQueueReportPdf: async ({ actor, query }) => {
      const pdf = await reportAsPdf(await numbers.report(actor, query));
      return { pdf: Buffer.from(pdf).toString("base64") };
    },
  };
}
