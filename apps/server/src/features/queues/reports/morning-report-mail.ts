import type { QueueReport } from "@offhook/contract";
import type { Mail } from "../../../platform/mail/mail.ts";
import { composeMail } from "../../../platform/mail/mail-layout.ts";

type CallReport = Extract<QueueReport, { by: "queue" | "hour" | "weekday" }>;
type Row = CallReport["rows"][number];

/** Yesterday's numbers of each queue, beside those of the day before. */
export function morningReportMail(to: string, report: CallReport, publicUrl: string): Mail {
  const before = new Map((report.compared?.rows ?? []).map((row) => [row.key, row]));
  return composeMail(to, {
    subject: `Queue report for ${report.from}`,
    paragraphs: [
      "Here is how your queues did yesterday.",
      ...report.rows.map((row) => wordsOf(row, before.get(row.key))),
      "You get this email because you turned on the morning report. You can turn it off on the Reports page.",
    ],
    action: { label: "Open reports", url: `${publicUrl}/acd/reports` },
  });
}

function wordsOf(row: Row, before: Row | undefined): string {
  const { label, offered, answered, abandoned, service_level, average_wait } = row;
  const parts = [`${offered} calls`, `${answered} answered`, `${abandoned} abandoned`];
  if (service_level !== null) parts.push(`service level ${Math.round(service_level * 100)}%`);
  if (average_wait !== null) parts.push(`average wait ${average_wait} s`);
  const compared = before ? ` The day before: ${before.offered} calls, ${before.answered} answered.` : "";
  return `${label}: ${parts.join(", ")}.${compared}`;
}
