import type { CallRecord, CallRecordDetails, CallRecordFilter } from "@offhook/contract";
import { RouterProvider } from "@tanstack/react-router";
import { createAreaRouter, type TestArea } from "../../../../testing/area-router.tsx";
import type { FakeService } from "../../../../testing/fake-service.ts";
import { CallsLoadingPage } from "../../calls-pages.tsx";
import { type RenderCallsOptions, renderCalls } from "../../testing/render-calls.tsx";
import { CallsArea, NoCallChosen } from "../calls-area.tsx";
import { CallPage } from "../detail/call-page.tsx";
import { matchesFilter } from "../store/call-rules.ts";
import { callDetails } from "./call-records.ts";

export interface RenderHistoryOptions extends RenderCallsOptions {
  readonly path?: string;
  readonly details?: (record: CallRecord) => Partial<CallRecordDetails>;
}

const AREA: TestArea = {
  path: "/calls",
  name: "calls",
  component: CallsArea,
  pages: [
    { path: "/", name: "calls", component: NoCallChosen },
    { path: "/loading", name: "calls-loading", component: CallsLoadingPage },
    { path: "/$id", name: "calls-id", component: CallPage },
  ],
};

/** The service of a line with these calls: filtered and paged as the real one. */
function answer(service: FakeService, records: readonly CallRecord[], options: RenderHistoryOptions): void {
  service
    .on("GET /phone/cdrs", ({ query }) => {
      const filter = (query.filter ?? "all") as CallRecordFilter;
      const wanted = records
        .filter((record) => matchesFilter(record, filter))
        .filter(({ number }) => query.number === undefined || number === query.number);
      const start = query.before === undefined ? 0 : wanted.findIndex(({ id }) => id === query.before) + 1;
      return { result: wanted.slice(start, start + Number(query.limit ?? 50)) };
    })
    .on("GET /phone/cdr", ({ query }) => {
      const record = records.find(({ id }) => id === query.id);
      if (!record) return { status: 404, error: { code: "calls.recordNotFound", message: "Not there" } };
      return { result: callDetails(record, options.details?.(record)) };
    })
    .on("PUT /phone/cdrs/read", () => ({ result: { sms: 0, phn: 0, vox: 0, fax: 0 } }));
}

/** The area of calls over a scripted phone and a service that holds these calls. */
export async function renderHistory(records: readonly CallRecord[], options: RenderHistoryOptions = {}) {
  const router = createAreaRouter(AREA, options.path ?? "/calls");
  const rendered = await renderCalls(<RouterProvider router={router as never} />, {
    ...options,
    prepare: (service, tab) => {
      answer(service, records, options);
      options.prepare?.(service, tab);
    },
  });
  return { ...rendered, router };
}
