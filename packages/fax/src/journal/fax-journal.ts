import { close, closeSync, fdatasync, fsyncSync, openSync, writeSync } from "node:fs";
import { open, readFile } from "node:fs/promises";
import { dirname } from "node:path";
import { promisify } from "node:util";

/** A line of the journal. */
type JournalEntry =
  | { readonly type: "begun"; readonly firstPage: number }
  /** The page is sent to its end, and the far end is asked for it. Whoever dies now cannot know. */
  | { readonly type: "asked"; readonly page: number }
  | { readonly type: "page"; readonly page: number; readonly isGood: boolean }
  | { readonly type: "ended"; readonly outcome: "done" | "failed" };

/** What is known of a fax after its process, or its server, is gone. */
export interface FaxJournal {
  /** Where its last call began. */
  readonly firstPage: number;
  /** All pages up to this one have arrived; `firstPage - 1` where none of this call has. */
  readonly lastPage: number;
  readonly damaged: readonly number[];
  /** A page that was sent to its end and never confirmed: it may have arrived. */
  readonly unanswered: number | undefined;
  /** How its last call ended; undefined where it was cut short. */
  readonly outcome: "done" | "failed" | undefined;
}

const journalFile = (file: string): string => `${file}.pages`;
const syncData = promisify(fdatasync);
const closeFile = promisify(close);

/** Written beside the file of a fax, page by page, and on the disk before anybody is told of the page. */
export class JournalWriter {
  readonly #file: string;
  readonly #descriptor: number;
  #written: Promise<void> = Promise.resolve();

  /** Throws where it cannot be written: then nothing may be sent either. */
  constructor(file: string, firstPage: number) {
    this.#file = file;
    this.#descriptor = openSync(journalFile(file), "w");
    this.#write({ type: "begun", firstPage });
    const folder = openSync(dirname(file), "r");
    fsyncSync(folder);
    closeSync(folder);
  }

  asked(page: number): void {
    this.#write({ type: "asked", page });
    void this.#sync();
  }

  /** Resolves when it is on the disk, after the page itself where one was received. */
  page(page: number, isGood: boolean, isReceived: boolean): Promise<void> {
    if (isReceived) this.#written = this.#written.then(() => syncFile(this.#file));
    this.#write({ type: "page", page, isGood });
    return this.#sync();
  }

  async close(outcome: "done" | "failed"): Promise<void> {
    this.#write({ type: "ended", outcome });
    await this.#sync();
    await closeFile(this.#descriptor).catch(() => {});
  }

  /** At once, so that it outlives this process even where the disk is slow. */
  #write(entry: JournalEntry): void {
    try {
      writeSync(this.#descriptor, `${JSON.stringify(entry)}\n`);
    } catch {
      // A disk that is full now: the fax goes on, and is known from the call alone.
    }
  }

  #sync(): Promise<void> {
    this.#written = this.#written.then(() => syncData(this.#descriptor)).catch(() => {});
    return this.#written;
  }
}

async function syncFile(file: string): Promise<void> {
  const handle = await open(file, "r");
  try {
    await handle.datasync();
  } finally {
    await handle.close();
  }
}

/** Undefined where this file was never sent or received, or nothing of the journal can be read. */
export async function readFaxJournal(file: string): Promise<FaxJournal | undefined> {
  let text: string;
  try {
    text = await readFile(journalFile(file), "utf8");
  } catch {
    return undefined;
  }
  let journal: FaxJournal | undefined;
  for (const line of text.split("\n")) journal = readEntry(journal, line);
  return journal;
}

function readEntry(journal: FaxJournal | undefined, line: string): FaxJournal | undefined {
  const entry = parseEntry(line);
  if (entry?.type === "begun") {
    const { firstPage } = entry;
    return { firstPage, lastPage: firstPage - 1, damaged: [], unanswered: undefined, outcome: undefined };
  }
  if (!entry || !journal) return journal;
  switch (entry.type) {
    case "asked":
      return { ...journal, unanswered: entry.page };
    case "page": {
      const damaged = entry.isGood ? journal.damaged : [...journal.damaged, entry.page];
      return { ...journal, lastPage: entry.page, damaged, unanswered: undefined };
    }
    case "ended":
      return { ...journal, outcome: entry.outcome };
  }
}

/** The last line may have been cut by the end of its writer. */
function parseEntry(line: string): JournalEntry | undefined {
  try {
    return JSON.parse(line) as JournalEntry;
  } catch {
    return undefined;
  }
}
