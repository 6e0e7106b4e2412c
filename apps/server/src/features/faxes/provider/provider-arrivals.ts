import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { FaxWebhookEvent } from "@offhook/contract";
import type { BaseLogger } from "pino";
import type { FaxArrivals } from "../arrivals/fax-arrivals.ts";
import { type FaxPages, isDocumentError } from "../fax-pages.ts";
import type { FaxProviderClient } from "./fax-provider-client.ts";

export interface ProviderArrivalsDeps {
  readonly client: Pick<FaxProviderClient, "file">;
  readonly pages: Pick<FaxPages, "readDocument" | "renderPages">;
  readonly arrivals: Pick<FaxArrivals, "take">;
  readonly log: Pick<BaseLogger, "warn" | "error">;
}

type ReceivedFax = Extract<FaxWebhookEvent, { type: "fax.received" }>;

/** Faxes that the provider has received for us. */
export class ProviderArrivals {
  readonly #deps: ProviderArrivalsDeps;

  constructor(deps: ProviderArrivalsDeps) {
    this.#deps = deps;
  }

  /** Resolves when it would survive a crash; rejects to hear of it again. */
  async take(fax: ReceivedFax): Promise<void> {
    const { client, arrivals, log } = this.#deps;
    const content = await client.file(fax.file.url, fax.file.size);
    // A fax whose pages nobody has any more still came: it is shown as one whose pages cannot be read.
    if (!content) log.error({ fax: fax.id }, "The pages of a fax could not be had from the provider");
    const folder = await mkdtemp(join(tmpdir(), "offhook-fax-"));
    try {
      const tiffFile = join(folder, "fax.tiff");
      await writeFile(tiffFile, content ? await this.#asTiff(content) : new Uint8Array());
      const kept = await arrivals.take({
        lineNumber: digits(fax.to),
        callerNumber: digits(fax.from),
        callerName: fax.callerName,
        station: fax.station,
        tiffFile,
        pages: fax.pages,
        damaged: fax.damaged,
        at: new Date(fax.at),
        sourceId: `provider:${fax.id}`,
      });
      if (kept === undefined) log.warn({ to: fax.to }, "The provider has a fax for a line that nobody has");
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  }

  /** Many providers make a PDF of what they receive. One that cannot be read is kept as it is, and said to be damaged. */
  async #asTiff(content: Uint8Array): Promise<Uint8Array> {
    if (Buffer.from(content.subarray(0, 5)).toString("latin1") !== "%PDF-") return content;
    const { pages } = this.#deps;
    const name = "fax.pdf";
    try {
      const { pages: found } = await pages.readDocument({ bytes: content, name });
      const parts = found.map((_, index) => ({ bytes: content, name, page: index + 1, rotate: 0 as const }));
      return (await pages.renderPages(parts, "fine")).tiff;
    } catch (error) {
      if (isDocumentError(error)) return content;
      throw error;
    }
  }
}

const digits = (number: string): string => number.replace(/\D/g, "");
