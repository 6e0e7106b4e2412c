import {
  type ContactImport,
  type ContactImportEvent,
  type ContactImportPreview,
  channelName,
  type PreviewContactImport,
  type StartContactImport,
} from "@offhook/contract";
import type { Clock } from "@offhook/kernel";
import type { BaseLogger } from "pino";
import type { Database } from "../../../database/database.ts";
import { findRegion } from "../../../database/region-repository.ts";
import type { Actor } from "../../../platform/actor.ts";
import { DomainError } from "../../../platform/domain-error.ts";
import { displayName } from "../book/contact-fields.ts";
import type { ContactPhotos } from "../book/contact-photos.ts";
import { type ContactFileReader, notImportable, type ReadContactFile } from "./contact-file-reader.ts";
import { findDuplicates } from "./existing-contacts.ts";
import type { Candidates, Duplicate, ImportCandidate } from "./import-plan.ts";
import {
  failAbandonedImports,
  findImport,
  importView,
  insertImport,
  listImports,
  updateImport,
} from "./import-repository.ts";
import { runImport } from "./import-run.ts";
import { undoImport } from "./import-undo.ts";

export interface ContactImportDeps {
  readonly database: Database;
  readonly clock: Clock;
  readonly photos: ContactPhotos;
  readonly reader: ContactFileReader;
  readonly log: Pick<BaseLogger, "error" | "warn">;
}

const SHOWN_ROWS = 20;
const SHOWN_PROBLEMS = 500;

const importNotFound = (): DomainError =>
  new DomainError("notFound", "contacts.importNotFound", "This import does not exist");
const importBusy = (): DomainError =>
  new DomainError("conflict", "contacts.importRunning", "This import is not finished yet");

/** Brings files of contacts into the address book. */
export class ContactImportService {
  readonly #deps: ContactImportDeps;
  readonly #running = new Set<Promise<void>>();

  constructor(deps: ContactImportDeps) {
    this.#deps = deps;
  }

  async preview(actor: Actor, request: PreviewContactImport): Promise<ContactImportPreview> {
    const { format, columns, candidates } = await this.#read(actor, request);
    const duplicates = await findDuplicates(this.#deps.database.query, actor, candidates.ready);
    return {
      format,
      columns: [...columns],
      total: rowCount(candidates),
      ready: candidates.ready.length - duplicates.size,
      failed: candidates.errors.length,
      duplicates: duplicates.size,
      rows: shownRows(candidates, duplicates),
    };
  }

  /** Answers when the file is read and found good; the rest goes on by itself and is told by push. */
  async start(actor: Actor, request: StartContactImport): Promise<ContactImport> {
    const { database, clock } = this.#deps;
    const { region, format, columns, candidates } = await this.#read(actor, request);
    const [problem] = candidates.errors;
    if (candidates.ready.length === 0)
      throw notImportable(
        columns.every(({ field }) => field === null) && format === "csv"
          ? "None of the columns is known: choose what they hold"
          : (problem?.message ?? "The file holds no contacts"),
      );
    const { record, isNew } = await database.transaction((tx) =>
      insertImport(tx.query, {
        customer_id: actor.customerId,
        user_id: actor.userId,
        uuid: request.uuid,
        name: request.name,
        state: "running",
        total: rowCount(candidates),
        started_at: new Date(clock.now()),
      }),
    );
    if (isNew) this.#goOn(actor, request, record.id, candidates, region);
    return importView(record);
  }

  async read(actor: Actor, id: number): Promise<ContactImport> {
    const record = await findImport(this.#deps.database.query, actor.userId, id);
    if (!record) throw importNotFound();
    return importView(record);
  }

  async list(actor: Actor): Promise<ContactImport[]> {
    return (await listImports(this.#deps.database.query, actor.userId)).map(importView);
  }

  async undo(actor: Actor, id: number): Promise<ContactImport> {
    const { database, clock, photos } = this.#deps;
    return database.transaction(async (tx) => {
      const record = await findImport(tx.query, actor.userId, id);
      if (!record) throw importNotFound();
      if (record.state === "running") throw importBusy();
      if (record.state !== "done") return importView(record);
      await undoImport(tx, { actor, importId: id, now: new Date(clock.now()), photos });
      return this.#told(actor, importView(await updateImport(tx.query, id, { state: "undone" })), (event) =>
        tx.publish(event),
      );
    });
  }

  /** What a stopped server had begun has changed nothing. */
  async recover(): Promise<void> {
    await failAbandonedImports(
      this.#deps.database.query,
      "The server was stopped during the import; nothing was imported",
    );
  }

  /** Waits for what has begun. */
  async close(): Promise<void> {
    await Promise.all(this.#running);
  }

  #goOn(
    actor: Actor,
    request: StartContactImport,
    importId: number,
    candidates: Candidates,
    region: string,
  ): void {
    const { database, clock, photos, log } = this.#deps;
    const run = runImport(
      { database, clock, photos },
      { actor, request, importId, candidates, region },
      (progress) => this.#progress(actor, importId, progress),
    )
      .then(async (done) => {
        if (done) await this.#publish(actor, done);
      })
      .catch(async (error: unknown) => {
        log.error({ err: error, importId }, "An import of contacts failed");
        await this.#fail(actor, importId);
      })
      .catch((error: unknown) => log.error({ err: error, importId }, "The failure of an import was not told"))
      .finally(() => this.#running.delete(run));
    this.#running.add(run);
  }

  async #fail(actor: Actor, importId: number): Promise<void> {
    const message = "Something went wrong; nothing was imported";
    const record = await updateImport(this.#deps.database.query, importId, { state: "failed", message });
    await this.#publish(actor, importView(record));
  }

  async #progress(actor: Actor, importId: number, processed: number): Promise<void> {
    const record = await updateImport(this.#deps.database.query, importId, { processed });
    await this.#publish(actor, importView(record));
  }

  async #publish(actor: Actor, view: ContactImport): Promise<void> {
    await this.#deps.database.transaction(async (tx) => {
      this.#told(actor, view, (event) => tx.publish(event));
    });
  }

  #told(
    { customerId, userId }: Actor,
    view: ContactImport,
    publish: (event: { customerId: number; channel: string; event: ContactImportEvent }) => void,
  ): ContactImport {
    const channel = channelName("user", userId);
    publish({ customerId, channel, event: { type: "CONTACT_IMPORT", import: view } });
    return view;
  }

  async #read(
    actor: Actor,
    { file, mapping }: PreviewContactImport,
  ): Promise<ReadContactFile & { readonly region: string }> {
    const region = await findRegion(this.#deps.database.query, actor.customerId);
    return { region, ...(await this.#deps.reader.read({ file, mapping, region })) };
  }
}

const rowCount = ({ ready, errors }: Candidates): number => ready.length + errors.length;

/** The first rows as they are, and whatever needs a look. */
function shownRows(
  { ready, errors }: Candidates,
  duplicates: ReadonlyMap<number, Duplicate>,
): ContactImportPreview["rows"] {
  const wanted = [
    ...ready.slice(0, SHOWN_ROWS),
    ...ready.slice(SHOWN_ROWS).filter(({ row }) => duplicates.has(row)),
  ].slice(0, SHOWN_PROBLEMS);
  const shown = wanted.map((candidate) => readyRow(candidate, duplicates.get(candidate.row)));
  const failed = errors.slice(0, SHOWN_PROBLEMS).map(({ row, message }) => ({
    row,
    contact: null,
    hasPhoto: false,
    error: message,
    duplicate: null,
  }));
  return [...shown, ...failed].sort((first, second) => first.row - second.row);
}

function readyRow(
  { row, fields, photo }: ImportCandidate,
  duplicate: Duplicate | undefined,
): ContactImportPreview["rows"][number] {
  return {
    row,
    contact: { ...fields, name: displayName(fields) },
    hasPhoto: photo !== undefined,
    error: null,
    duplicate: duplicate
      ? {
          id: duplicate.existing ? String(duplicate.existing.id) : null,
          row: duplicate.row ?? null,
          name: duplicate.name,
        }
      : null,
  };
}
