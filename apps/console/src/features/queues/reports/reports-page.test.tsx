import type { QueueReport } from "@offhook/contract";
import { expect, test } from "vitest";
import { page } from "vitest/browser";
import { expectAccessible } from "../../../testing/axe.ts";
import { refusal } from "../../../testing/fake-service.ts";
import { renderSignedIn } from "../../../testing/render-signed-in.tsx";
import { aQueueStatus, NOW_S } from "../testing/queue-statuses.ts";
import { daysOf, problemOf } from "./report-period.ts";
import { ReportsPage } from "./reports-page.tsx";

const numbers = {
  ...{ offered: 12, answered: 9, abandoned: 2, overflowed: 1, service_level: 0.824 },
  ...{ average_wait: 14, longest_wait: 95, average_talk: 180 },
};
const byQueue: QueueReport = {
  by: "queue",
  ...{ from: "2030-01-01", to: "2030-01-07", csv: null },
  rows: [{ key: 301, label: "Scheduling", ...numbers }],
  compared: {
    ...{ from: "2029-12-25", to: "2029-12-31" },
    rows: [{ key: 301, label: "Scheduling", ...numbers, offered: 7, service_level: null }],
  },
};
const byAgent: QueueReport = {
  by: "agent",
  ...{ from: "2030-01-01", to: "2030-01-07", csv: null, compared: null },
  rows: [
    { phone: "dev", label: "Dev Patel", answered: 5, missed_offers: 1, talk_time: 1_325, longest_wait: 61 },
  ],
};

async function renderReports(answer: (query: Readonly<Record<string, string>>) => QueueReport | undefined) {
  return renderSignedIn(
    <main>
      <ReportsPage />
    </main>,
    {
      prepare: (service, tab) => {
        tab.clock.advance(NOW_S * 1000 - tab.clock.now());
        service
          .on("GET /queue/status", () => ({ result: { queues: [aQueueStatus()], pause_reasons: [] } }))
          .on("GET /queue/reports/mail", () => ({ result: { wanted: false, available: true } }))
          .on("PUT /queue/reports/mail", ({ body }) => ({ result: { ...(body as object), available: true } }))
          .on("GET /queue/reports", ({ query }) => {
            const report = answer(query);
            return report ? { result: report } : refusal(500, "internal", "Down");
          });
      },
    },
  );
}

test("[WB10] a report has a table, a plot and the period before", async () => {
  const { screen } = await renderReports((query) => (query.by === "agent" ? byAgent : byQueue));
  const table = page.getByRole("region", { name: "Report table" });
  await expect.element(table.getByRole("row", { name: /^Scheduling/ })).toHaveTextContent("12before: 7");
  await expect.element(table).toHaveTextContent("82%before: –");
  await expect
    .element(page.getByRole("status").first())
    .toHaveTextContent("compared with 12/25/2029 to 12/31/2029");
  await expect.element(page.getByRole("figure", { name: "Calls by queue" })).toBeVisible();
  await expectAccessible(screen.container);
  await page.getByText("Agent", { exact: true }).click();
  await expect.element(table.getByRole("row", { name: /^Dev Patel/ })).toHaveTextContent("5122:051:01");
});

test("[WB10] a report that fails can be loaded again", async () => {
  let isUp = false;
  await renderReports(() => (isUp ? byQueue : undefined));
  await expect.element(page.getByText("The report could not be loaded.")).toBeVisible();
  isUp = true;
  await page.getByRole("button", { name: "Try again" }).click();
  await expect.element(page.getByRole("figure", { name: "Calls by queue" })).toBeVisible();
});

test("[WB11] the morning report is switched on", async () => {
  const { service } = await renderReports(() => byQueue);
  const mail = page.getByRole("switch", { name: "Email me yesterday's report every morning at 7:00" });
  await expect.element(mail).not.toBeChecked();
  await mail.click();
  await expect.element(mail).toBeChecked();
  expect(service.requestsTo("PUT /queue/reports/mail").map(({ body }) => body)).toEqual([{ wanted: true }]);
});

test("[WB10] periods are whole days, today included", () => {
  const own = { from: "2026-01-01", to: "2026-01-03" };
  expect(daysOf("today", "2026-03-01", own)).toEqual({ from: "2026-03-01", to: "2026-03-01" });
  expect(daysOf("yesterday", "2026-03-01", own)).toEqual({ from: "2026-02-28", to: "2026-02-28" });
  expect(daysOf("7days", "2026-03-01", own)).toEqual({ from: "2026-02-23", to: "2026-03-01" });
  expect(daysOf("30days", "2026-03-01", own)).toEqual({ from: "2026-01-31", to: "2026-03-01" });
  expect(daysOf("own", "2026-03-01", own)).toBe(own);
  expect(problemOf(own)).toBeUndefined();
  expect(problemOf({ from: "2026-01-03", to: "2026-01-01" })).toBe("The last day is before the first.");
  expect(problemOf({ from: "", to: "2026-01-01" })).toBe("Enter both dates.");
  expect(problemOf({ from: "2026-01-01", to: "2026-04-11" })).toBe("Choose at most 100 days.");
});
