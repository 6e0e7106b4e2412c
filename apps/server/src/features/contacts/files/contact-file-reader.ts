import type { FileColumn } from "@offhook/contact-files";
import { MAX_IMPORT_BYTES } from "@offhook/contract";
import { DomainError } from "../../../platform/domain-error.ts";
import { fileTooLarge } from "../../../platform/files/object-store.ts";
import { WorkerJobError, WorkerJobs } from "../../../platform/workers/worker-jobs.ts";
import type { ContactFileJob, ContactFilePart } from "./contact-file-parts.ts";
import type { Candidates, ImportCandidate, RowError } from "./import-plan.ts";

/** A file of contacts whose rows can be stored. */
export interface ReadContactFile {
  readonly format: "vcard" | "csv";
  readonly columns: readonly FileColumn[];
  readonly candidates: Candidates;
}

export const notImportable = (message: string): DomainError =>
  new DomainError("invalid", "contacts.fileNotImportable", message);

/** The largest file with pictures takes about 300 MB and three seconds; what takes more was made to. */
const MAX_MEMORY_MB = 768;
const MAX_MS = 30_000;

/** Reads files of contacts in threads of their own: a file can be large, and hostile. */
export class ContactFileReader {
  readonly #jobs = new WorkerJobs<ContactFileJob, ContactFilePart>({
    bundled: new URL("./contact-file-worker.js", import.meta.url),
    source: new URL("./contact-file-worker.ts", import.meta.url),
    maxMemoryMb: MAX_MEMORY_MB,
    maxMs: MAX_MS,
    maxThreads: 2,
  });

  async read({ file, mapping, region }: ContactFileJob): Promise<ReadContactFile> {
    if (Buffer.byteLength(file, "base64") > MAX_IMPORT_BYTES) throw fileTooLarge(MAX_IMPORT_BYTES);
    let head: Extract<ContactFilePart, { type: "head" }> | undefined;
    const ready: ImportCandidate[] = [];
    const errors: RowError[] = [];
    let refusal: string | undefined;
    try {
      for await (const part of this.#jobs.run({ file, mapping, region })) {
        // To the end, also of a refusal: a thread that is left in the midst of its work has to be started anew.
        if (part.type === "refusal") refusal = part.message;
        else if (part.type === "head") head = part;
        else {
          ready.push(...part.ready);
          errors.push(...part.errors);
        }
      }
    } catch (error) {
      if (error instanceof WorkerJobError)
        throw notImportable("The file could not be read. Split it into smaller files and try again.");
      throw error;
    }
    if (!head) throw notImportable(refusal ?? "The file holds no contacts");
    return { format: head.format, columns: head.columns, candidates: { ready, errors } };
  }

  close(): Promise<void> {
    return this.#jobs.close();
  }
}
