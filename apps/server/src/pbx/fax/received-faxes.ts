import { mkdir, readdir, readFile, rm } from "node:fs/promises";
import { basename, join } from "node:path";
import type { CancelTimer, Clock } from "@offhook/kernel";
import type { FaxArrival, FaxMachineEnd } from "@offhook/pbx";
import type { BaseLogger } from "pino";
import { z } from "zod";
import type { FaxArrivals } from "../../features/faxes/index.ts";
import { writeFileDurably } from "../../platform/files/durable-files.ts";

export interface ReceivedFaxesDeps {
  /** Where pages are written while they come. */
  readonly folder: string;
  readonly arrivals: Pick<FaxArrivals, "take">;
  readonly clock: Clock;
  readonly log: Pick<BaseLogger, "info" | "error">;
  /** The number of a fax line; undefined where it is gone. */
  readonly numberOf: (companyId: string, faxLineId: string) => string | undefined;
  /** The pages of a file that arrived in good order before whatever has happened since. */
  readonly readJournal: (
    file: string,
  ) => Promise<{ readonly pages: number; readonly damaged: readonly number[] }>;
}

/** Beside the pages, so that whoever finds them after a crash knows whose they are. */
const Note = z.object({
  id: z.string(),
  lineNumber: z.string(),
  callerNumber: z.string(),
  callerName: z.string(),
  at: z.number(),
});
type Note = z.infer<typeof Note>;

type Pages = Pick<FaxMachineEnd, "pages" | "damaged" | "station"> & { readonly isCutOff: boolean };

const AGAIN_MS = 30_000;

/** Faxes between our machine, which writes their pages, and the boxes they belong to. Once begun, none is lost. */
export class ReceivedFaxes {
  readonly #deps: ReceivedFaxesDeps;
  readonly #running = new Set<Promise<void>>();
  readonly #later = new Set<CancelTimer>();

  constructor(deps: ReceivedFaxesDeps) {
    this.#deps = deps;
  }

  /** Before the first call: faxes that were cut off by the end of the server are kept as far as they had come. */
  async start(): Promise<void> {
    const { folder, readJournal } = this.#deps;
    await mkdir(folder, { recursive: true });
    const names = (await readdir(folder)).filter((name) => name.endsWith(".json"));
    for (const name of names) {
      const note = Note.safeParse(parseJson(await readFile(join(folder, name), "utf8")));
      const { pages, damaged } = await readJournal(this.#file(basename(name, ".json")));
      if (note.success) this.#begin(note.data, { pages, damaged, station: "", isCutOff: true });
    }
  }

  /** Where the pages go. Resolves when a crash would no longer forget whose they are. */
  async begin({ id, companyId, faxLineId, ...caller }: FaxArrival): Promise<string> {
    const lineNumber = this.#deps.numberOf(companyId, faxLineId);
    if (lineNumber === undefined) throw new Error("This fax line no longer exists");
    const note: Note = { id, lineNumber, ...caller };
    await writeFileDurably(this.#note(id), JSON.stringify(note));
    return this.#file(id);
  }

  /** The call is over. */
  received({ id, companyId, faxLineId, ...caller }: FaxArrival, end: FaxMachineEnd): void {
    const lineNumber = this.#deps.numberOf(companyId, faxLineId) ?? "";
    const { pages, damaged, station, outcome } = end;
    this.#begin({ id, lineNumber, ...caller }, { pages, damaged, station, isCutOff: outcome === "failed" });
  }

  /** Resolves when everything that has come is stored, or waits for its next try. */
  async settled(): Promise<void> {
    await Promise.all(this.#running);
  }

  async close(): Promise<void> {
    for (const cancel of this.#later) cancel();
    await this.settled();
  }

  #begin(note: Note, pages: Pages): void {
    const work = this.#hand(note, pages).catch((error: unknown) => {
      this.#deps.log.error({ err: error, fax: note.id }, "A received fax could not be stored; trying again");
      const cancel = this.#deps.clock.schedule(AGAIN_MS, () => {
        this.#later.delete(cancel);
        this.#begin(note, pages);
      });
      this.#later.add(cancel);
    });
    const running = work.then(() => void this.#running.delete(running));
    this.#running.add(running);
  }

  async #hand(note: Note, { pages, damaged, station, isCutOff }: Pages): Promise<void> {
    const { arrivals, log } = this.#deps;
    const { id, lineNumber, callerNumber, callerName, at } = note;
    if (pages > 0) {
      await arrivals.take({
        lineNumber,
        callerNumber,
        callerName,
        station,
        tiffFile: this.#file(id),
        // The page that was on its way when the call broke off is missing, and said to be.
        pages: isCutOff ? pages + 1 : pages,
        damaged: isCutOff ? [...damaged, pages + 1] : damaged,
        at: new Date(at),
        sourceId: id,
      });
      if (isCutOff) log.info({ fax: id, pages }, "A fax that was cut off has been kept");
    }
    const file = this.#file(id);
    for (const gone of [file, `${file}.pages`, this.#note(id)]) await rm(gone, { force: true });
  }

  #file(id: string): string {
    return join(this.#deps.folder, `${id}.tif`);
  }

  #note(id: string): string {
    return join(this.#deps.folder, `${id}.json`);
  }
}

/** Undefined for what is none: a note that was torn by the end of the machine, say. */
function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
