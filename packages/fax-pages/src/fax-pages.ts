import type { CoverContent } from "./covers/cover-content.ts";
import type {
  DocumentJob,
  DocumentReply,
  DocumentResults,
  FaxPart,
  JobPart,
  JobSources,
  PagePreview,
  ReadPages,
  ReceivedPages,
  RenderedPages,
  SourceFile,
} from "./document-jobs.ts";
import { FaxDocumentError, MAX_DOCUMENT_BYTES } from "./fax-document-error.ts";
import type { PageResolution } from "./page-bits.ts";
import type { ReceiptContent } from "./receipts/receipt-content.ts";

/** Runs `process/document-process.ts`, each job in a process of its own with limits of memory and time. */
export interface DocumentProcesses {
  run(
    job: DocumentJob,
  ): Promise<
    | { readonly kind: "result"; readonly result: DocumentReply }
    | { readonly kind: "ended"; readonly why: "tookTooLong" | "tooMuchMemory" | "failed" }
  >;
  close(): Promise<void>;
}

export interface FaxPagesOptions {
  readonly processes: DocumentProcesses;
  /** Where LibreOffice is (`findOffice`); without it Office files are refused. */
  readonly office?: string | undefined;
}

/** Documents to fax pages and back. Nothing is decoded here; what cannot be is a `FaxDocumentError`. */
export class FaxPages {
  readonly #processes: DocumentProcesses;
  readonly #office: string | undefined;

  constructor({ processes, office }: FaxPagesOptions) {
    this.#processes = processes;
    this.#office = office;
  }

  async readDocument(file: SourceFile): Promise<ReadPages> {
    if (file.bytes.length === 0) throw new FaxDocumentError("empty");
    if (file.bytes.length > MAX_DOCUMENT_BYTES) throw new FaxDocumentError("tooLarge");
    return this.#run<"read">({ kind: "read", file, office: this.#office });
  }

  /** All in one process: what they have in common is read and drawn once. */
  async renderFaxes(
    faxes: readonly (readonly FaxPart[])[],
    resolution: PageResolution,
  ): Promise<readonly RenderedPages[]> {
    const sources = new Sources(this.#office);
    const wanted = faxes.map((parts) => parts.map((part) => sources.placeOf(part)));
    return this.#run<"render">({ kind: "render", ...sources.job, faxes: wanted, resolution });
  }

  async renderPages(parts: readonly FaxPart[], resolution: PageResolution): Promise<RenderedPages> {
    const [only] = await this.renderFaxes([parts], resolution);
    if (!only) throw new FaxDocumentError("empty");
    return only;
  }

  /** A page as the other side gets it. */
  async previewPage(part: FaxPart, resolution: PageResolution): Promise<PagePreview> {
    const sources = new Sources(this.#office);
    const place = sources.placeOf(part);
    return this.#run<"preview">({ kind: "preview", ...sources.job, part: place, resolution });
  }

  receivedPages(tiff: Uint8Array): Promise<ReceivedPages> {
    return this.#run<"received">({ kind: "received", tiff });
  }

  /** One page of PDF. */
  renderReceipt(content: ReceiptContent): Promise<Uint8Array> {
    return this.#run<"receipt">({ kind: "receipt", content });
  }

  close(): Promise<void> {
    return this.#processes.close();
  }

  async #run<Kind extends keyof DocumentResults>(
    job: Extract<DocumentJob, { kind: Kind }>,
  ): Promise<DocumentResults[Kind]> {
    const end = await this.#processes.run(job);
    // A process that ends without a word has met a file that was made to end it.
    if (end.kind === "ended") throw new FaxDocumentError(end.why === "failed" ? "broken" : end.why);
    if (end.result.kind === "refused") throw new FaxDocumentError(end.result.code);
    // The process answers each kind of job with its own kind of result.
    return end.result.result as DocumentResults[Kind];
  }
}

/** Two hundred pages of one document are one document. */
class Sources {
  readonly #files: SourceFile[] = [];
  readonly #covers: CoverContent[] = [];
  readonly #office: string | undefined;

  constructor(office: string | undefined) {
    this.#office = office;
  }

  get job(): JobSources {
    return { files: this.#files, covers: this.#covers, office: this.#office };
  }

  placeOf(part: FaxPart): JobPart {
    if ("cover" in part) return { cover: this.#covers.push(part.cover) - 1 };
    const { bytes, name, page, rotate } = part;
    const known = this.#files.findIndex((file) => file.bytes === bytes);
    return { file: known >= 0 ? known : this.#files.push({ bytes, name }) - 1, page, rotate };
  }
}
