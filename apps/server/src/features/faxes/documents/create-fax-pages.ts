import { type DocumentJob, type DocumentReply, documentProgram, FaxPages } from "@offhook/fax-pages";
import { ProcessJobs } from "../../../platform/workers/process-jobs.ts";

/** 200 pages of letters take a minute on a slow machine, a photo of 100 megapixels most of the memory. */
const LIMITS = { maxHeapMb: 512, maxMemoryMb: 1_200, maxMs: 120_000, maxAtOnce: 2 };

/** Documents to fax pages, in processes. `office` is where LibreOffice is. */
export function createFaxPages({ office }: { readonly office: string | undefined }): FaxPages {
  const processes = new ProcessJobs<DocumentJob, DocumentReply>({ ...documentProgram, ...LIMITS });
  return new FaxPages({ processes, office });
}
