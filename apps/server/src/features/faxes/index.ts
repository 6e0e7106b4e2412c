export type { FaxArrivals, IncomingFax } from "./arrivals/fax-arrivals.ts";
export { createFaxPages } from "./documents/create-fax-pages.ts";
export { FaxReads } from "./fax-reads.ts";
export { createFaxTimeline } from "./fax-timeline.ts";
export { readFaxes } from "./fax-view-repository.ts";
export { createFaxesFeature, type FaxesFeature, type FaxesFeatureDeps } from "./faxes-feature.ts";
export { FAX_WEBHOOK_ROUTES, registerFaxWebhooks } from "./provider/fax-webhook-routes.ts";
export { type FaxPageText, listFaxTexts, saveFaxTexts } from "./sending/fax-text-repository.ts";
export type {
  FaxJob,
  FaxOutcome,
  FaxProgress,
  FaxTransport,
  RecalledTry,
} from "./ways/fax-transport.ts";
