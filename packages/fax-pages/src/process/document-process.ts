import { constants, setPriority } from "node:os";
import { doDocumentJob } from "../do-document-job.ts";
import type { DocumentJob } from "../document-jobs.ts";

// Calls go first.
setPriority(constants.priority.PRIORITY_BELOW_NORMAL);
process.once("message", (job: DocumentJob) => {
  doDocumentJob(job).then(
    (reply) => process.send?.(reply, () => process.disconnect()),
    () => process.exit(1),
  );
});
process.once("disconnect", () => process.exit(0));
