import {
  type FaxCoverText,
  type FaxDocument,
  type FaxDraft,
  type FaxPage,
  type FaxRecipient,
  type FaxResolution,
  MAX_FAX_DOCUMENT_BYTES,
} from "@offhook/contract";
import { type CancelTimer, type Clock, isAddressOver } from "@offhook/kernel";
import { formatBytes } from "@offhook/ui/format";
import { createStore, type StoreApi } from "zustand/vanilla";
import type { Client } from "../../../platform/api/api-client.ts";
import { verdictOf } from "../../../platform/outbox/api-verdict.ts";
import { type KeyValueStore, readJson } from "../../../platform/storage/key-value-store.ts";
import { STORAGE_KEYS } from "../../../platform/storage/storage-keys.ts";
import { uploadFaxFile } from "../outbox/fax-outbox.ts";
import type { FaxFileToUpload, NewFax } from "../outbox/outgoing-fax.ts";
import { type LaidPage, layPage, unfolded } from "./composed-pages.ts";
import { allRecipients, withRecipients } from "./typed-numbers.ts";

/** A file in the composer. `waiting`: the service is out of reach, and the file waits here. */
export type LaidDocument =
  | { readonly name: string; readonly state: "reading" | "waiting"; readonly file: FaxFileToUpload }
  | { readonly name: string; readonly state: "refused"; readonly reason: string }
  | { readonly name: string; readonly state: "ready"; readonly thumbnails: readonly string[] };

export interface ComposingState {
  /** False until the draft of the user is there, or out of reach. */
  readonly isLoaded: boolean;
  readonly mailbox: string | null;
  readonly to: readonly FaxRecipient[];
  /** What is still in the field of recipients. */
  readonly typed: string;
  readonly pages: readonly LaidPage[];
  readonly documents: ReadonlyMap<string, LaidDocument>;
  readonly cover: FaxCoverText | null;
  readonly resolution: FaxResolution;
}

export interface ComposingOptions {
  readonly client: Pick<Client, "addFaxDocument" | "getFaxDocument" | "getFaxDraft" | "keepFaxDraft">;
  readonly clock: Clock;
  /** Keeps on the device what the service does not have yet. */
  readonly store: KeyValueStore;
  readonly userId: number;
}

const NOTHING: Omit<ComposingState, "isLoaded"> = {
  mailbox: null,
  to: [],
  typed: "",
  pages: [],
  documents: new Map(),
  cover: null,
  resolution: "fine",
};
const SAVE_AFTER_MS = 500;

interface UnsavedDraft {
  readonly userId: number;
  readonly draft: FaxDraft | null;
}

/** The fax that the user is writing: the same on all of their devices, and there after a reload. */
export class FaxComposing {
  readonly state: StoreApi<ComposingState> = createStore<ComposingState>()(() => ({
    isLoaded: false,
    ...NOTHING,
  }));
  readonly #options: ComposingOptions;
  #loading: Promise<void> | undefined;
  #cancelSave: CancelTimer | undefined;

  constructor(options: ComposingOptions) {
    this.#options = options;
  }

  /** The draft of the last time; asked for once. */
  load(): Promise<void> {
    this.#loading ??= this.#load();
    return this.#loading;
  }

  /** Kept in the page only: a draft has whole numbers. */
  type(typed: string): void {
    this.state.setState({ typed });
  }

  change(change: Partial<Omit<ComposingState, "isLoaded" | "documents" | "typed">>): void {
    this.state.setState(change);
    this.#keep();
  }

  /** Files become pages at the end. What cannot be is said by `onProblem`. */
  addFiles(files: readonly File[], onProblem: (problem: string) => void): void {
    for (const file of files) {
      const problem = problemOf(file);
      if (problem !== undefined) onProblem(problem);
      else this.#lay({ id: crypto.randomUUID(), name: file.name || "page", blob: file });
    }
  }

  removePage(key: string): void {
    const pages = this.state.getState().pages.filter((page) => page.key !== key);
    const used = new Set(pages.map(({ document }) => document));
    const documents = new Map([...this.state.getState().documents].filter(([id]) => used.has(id)));
    this.state.setState({ documents });
    this.change({ pages });
  }

  /** A picture of a page could not be loaded: its address may have run out while the draft lay open. */
  renewThumbnail(documentId: string, address: string): void {
    if (isAddressOver(address, this.#options.clock.now())) void this.#lookAt(documentId);
  }

  /** The service can be reached again. */
  uploadWaiting(): void {
    for (const document of this.state.getState().documents.values())
      if (document.state === "waiting") void this.#upload(document.file);
  }

  /** What is sent; undefined while something is missing. */
  composed(mailbox: string, sendAt: number | null): NewFax | undefined {
    const { pages, documents, cover, resolution, ...state } = this.state.getState();
    const { to, rest } = allRecipients(state);
    if (to.length === 0 || rest !== "" || (pages.length === 0 && !cover)) return undefined;
    const all = [...documents.values()];
    if (all.some(({ state }) => state === "refused")) return undefined;
    const files = all.flatMap((each) => ("file" in each ? [each.file] : []));
    const sent = pages.map(({ key: _key, ...page }) => page);
    return { kind: "new", mailbox, to, pages: sent, files, cover, resolution, sendAt };
  }

  /** What the service has refused lies in the composer again, to be changed. */
  takeBack({ mailbox, to, pages, files, cover, resolution }: NewFax): void {
    const documents = new Map<string, LaidDocument>(
      files.map((file) => [file.id, { name: file.name, state: "reading", file }]),
    );
    const known = new Set(pages.map(({ document }) => document).filter((id) => !documents.has(id)));
    for (const id of known) documents.set(id, { name: "", state: "ready", thumbnails: [] });
    this.state.setState({ isLoaded: true, documents });
    this.#loading ??= Promise.resolve();
    this.change({ mailbox, to, cover, resolution, pages: pages.map(layPage) });
    for (const file of files) void this.#upload(file);
    for (const id of known) void this.#lookAt(id);
  }

  /** A fresh sheet. */
  clear(): void {
    this.state.setState({ ...NOTHING, isLoaded: true });
    this.#remember();
    this.#cancelSave?.();
    this.#save();
  }

  /** What a page before this one, or one without a network, could not get to the service: also that all was sent. */
  saveUnsaved(): void {
    const { client, store } = this.#options;
    const draft = this.#unsaved();
    if (draft === undefined) return;
    const saved = store.get(STORAGE_KEYS.faxDraft);
    client.keepFaxDraft({ body: { draft } }).then(
      () => {
        // Younger words have their own turn.
        if (store.get(STORAGE_KEYS.faxDraft) === saved) store.remove(STORAGE_KEYS.faxDraft);
      },
      () => {},
    );
  }

  stop(): void {
    if (!this.#cancelSave) return;
    this.#cancelSave();
    this.#save();
  }

  async #load(): Promise<void> {
    const { client } = this.#options;
    const unsaved = this.#unsaved();
    const answer = await client.getFaxDraft({}).catch(() => undefined);
    const before = this.state.getState();
    const draft = unsaved === undefined ? answer?.draft : unsaved;
    const documents = answer?.documents ?? [];
    // Whoever was quicker than the service keeps what was typed.
    this.state.setState({ ...before, ...(draft ? joined(before, draft, documents) : {}), isLoaded: true });
  }

  #lay(file: FaxFileToUpload): void {
    const { documents, pages } = this.state.getState();
    this.state.setState({
      documents: new Map(documents).set(file.id, { name: file.name, state: "reading", file }),
      pages: [...pages, layPage({ document: file.id, page: null, rotate: 0 })],
    });
    void this.#upload(file);
  }

  async #upload(file: FaxFileToUpload): Promise<void> {
    const { id, name } = file;
    this.#setDocument(id, { name, state: "reading", file });
    try {
      const document = await uploadFaxFile(this.#options.client, file);
      const thumbnails = document.pages.map(({ thumbnail }) => thumbnail);
      this.#setDocument(id, { name, state: "ready", thumbnails });
      this.change({ pages: unfolded(this.state.getState().pages, document) });
    } catch (failure) {
      const verdict = verdictOf(failure);
      if (verdict.name === "outOfReach") this.#setDocument(id, { name, state: "waiting", file });
      else this.#setDocument(id, { name, state: "refused", reason: verdict.reason });
    }
  }

  async #lookAt(id: string): Promise<void> {
    try {
      const { name, pages } = await this.#options.client.getFaxDocument({ query: { id } });
      const thumbnails = pages.map(({ thumbnail }) => thumbnail);
      this.#setDocument(id, { name, state: "ready", thumbnails });
    } catch (failure) {
      const verdict = verdictOf(failure);
      // Out of reach, its pages have no picture; they can be sent all the same.
      if (verdict.name === "refused")
        this.#setDocument(id, { name: "", state: "refused", reason: verdict.reason });
    }
  }

  /** One that was removed meanwhile stays so. */
  #setDocument(id: string, document: LaidDocument): void {
    const { documents } = this.state.getState();
    if (documents.has(id)) this.state.setState({ documents: new Map(documents).set(id, document) });
  }

  #draft(): FaxDraft | null {
    const { mailbox, to, pages, cover, resolution } = this.state.getState();
    if (to.length === 0 && pages.length === 0 && !cover) return null;
    const known = pages.flatMap(({ document, page, rotate }): FaxPage[] =>
      page === null ? [] : [{ document, page, rotate }],
    );
    return { mailbox, to: [...to], pages: known, cover, resolution, send_at: null };
  }

  #unsaved(): FaxDraft | null | undefined {
    const stored = readJson(this.#options.store, STORAGE_KEYS.faxDraft) as Partial<UnsavedDraft> | undefined;
    return stored?.userId === this.#options.userId ? stored.draft : undefined;
  }

  #keep(): void {
    this.#remember();
    this.#cancelSave?.();
    this.#cancelSave = this.#options.clock.schedule(SAVE_AFTER_MS, () => this.#save());
  }

  /** On the device first: it is there after a reload, and saved when the service can be reached. */
  #remember(): void {
    const { store, userId } = this.#options;
    const unsaved: UnsavedDraft = { userId, draft: this.#draft() };
    store.set(STORAGE_KEYS.faxDraft, JSON.stringify(unsaved));
  }

  #save(): void {
    this.#cancelSave = undefined;
    this.saveUnsaved();
  }
}

function problemOf({ name, size }: File): string | undefined {
  if (size === 0) return `${name} is empty.`;
  if (size <= MAX_FAX_DOCUMENT_BYTES) return undefined;
  return `${name} is ${formatBytes(size)}. A fax takes files of up to ${formatBytes(MAX_FAX_DOCUMENT_BYTES)}.`;
}

/** Pure. What was written here before the draft came goes behind it. */
function joined(
  before: ComposingState,
  draft: FaxDraft,
  documents: readonly FaxDocument[],
): Partial<ComposingState> {
  const known = new Map(
    documents.map(({ id, name, pages }): [string, LaidDocument] => [
      id,
      { name, state: "ready", thumbnails: pages.map(({ thumbnail }) => thumbnail) },
    ]),
  );
  return {
    mailbox: before.mailbox ?? draft.mailbox,
    to: withRecipients(draft.to, before.to),
    // Of a file that the service has forgotten nothing can be sent.
    pages: [...draft.pages.filter(({ document }) => known.has(document)).map(layPage), ...before.pages],
    documents: new Map([...known, ...before.documents]),
    cover: before.cover ?? draft.cover,
    resolution: draft.resolution,
  };
}

export function openComposing(options: ComposingOptions): FaxComposing {
  const composing = new FaxComposing(options);
  composing.saveUnsaved();
  return composing;
}
