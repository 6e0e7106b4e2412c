import { createStore, type StoreApi } from "zustand/vanilla";

interface DownloadBase {
  readonly key: string;
  readonly name: string;
  /** MIME type. */
  readonly type: string;
  /** Bytes, when known. */
  readonly size?: number | undefined;
  /** Until the user has seen it in the list. */
  readonly isNew: boolean;
}

export type Download =
  | (DownloadBase & { readonly state: "inProgress"; readonly progress: number })
  | (DownloadBase & { readonly state: "complete" })
  | (DownloadBase & { readonly state: "canceled" })
  | (DownloadBase & { readonly state: "failed" });

export interface DownloadRequest {
  readonly name: string;
  /** An address that needs no more than itself, or a function that asks for the file in its own way. */
  readonly source: string | ((signal: AbortSignal) => Promise<Response>);
  readonly type?: string;
  readonly size?: number;
}

export interface DownloadsOptions {
  readonly fetch: typeof fetch;
  readonly newKey: () => string;
  /** Hands a finished file to the user. */
  readonly save: (file: Blob, name: string) => void;
  readonly onFailed: (download: Download, failure: unknown) => void;
}

const DONE = 100;
/** Shown until the last byte is saved: a bar at its end that still runs would be a lie. */
const ALMOST_DONE = 99;

/** Files on their way to the user's disk, newest first. */
export class Downloads {
  readonly state: StoreApi<readonly Download[]>;
  readonly #options: DownloadsOptions;
  readonly #running = new Map<string, AbortController>();

  constructor(options: DownloadsOptions) {
    this.#options = options;
    this.state = createStore<readonly Download[]>()(() => []);
  }

  /** Returns the key of the new entry at once; what becomes of it is in `state`. */
  start(request: DownloadRequest): string {
    const { name, type = "", size } = request;
    const key = this.#options.newKey();
    const controller = new AbortController();
    this.#running.set(key, controller);
    this.#set((downloads) => [
      { key, name, type, size, isNew: true, state: "inProgress", progress: 0 },
      ...downloads,
    ]);
    void this.#run(key, request, controller.signal);
    return key;
  }

  cancel(key: string): void {
    this.#end(key, "canceled");
  }

  cancelAll(): void {
    for (const key of [...this.#running.keys()]) this.cancel(key);
  }

  /** Only what is over: a running one has to be canceled first. */
  remove(key: string): void {
    if (this.#running.has(key)) return;
    this.#set((downloads) => downloads.filter((download) => download.key !== key));
  }

  clearAll(): void {
    this.#set((downloads) => downloads.filter(({ key }) => this.#running.has(key)));
  }

  markSeen(): void {
    if (!this.state.getState().some(({ isNew }) => isNew)) return;
    this.#set((downloads) => downloads.map((download) => ({ ...download, isNew: false })));
  }

  /** The user leaves: none of their files stays. */
  stop(): void {
    this.cancelAll();
    this.clearAll();
  }

  async #run(key: string, request: DownloadRequest, signal: AbortSignal): Promise<void> {
    try {
      const file = await this.#load(key, request, signal);
      if (signal.aborted) return;
      this.#options.save(file, request.name);
      this.#change(key, { size: file.size });
      this.#end(key, "complete");
    } catch (failure) {
      if (signal.aborted) return;
      this.#end(key, "failed");
      const download = this.state.getState().find((each) => each.key === key);
      if (download) this.#options.onFailed(download, failure);
    }
  }

  async #load(key: string, request: DownloadRequest, signal: AbortSignal): Promise<Blob> {
    const { source, type } = request;
    const { fetch: load } = this.#options;
    const response = await (typeof source === "string" ? load(source, { signal }) : source(signal));
    if (!response.ok) throw new Error(`The service answered ${response.status}`);
    const size = request.size ?? lengthOf(response);
    this.#change(key, { size });
    const parts: BlobPart[] = [];
    let received = 0;
    if (response.body) {
      for await (const part of partsOf(response.body)) {
        parts.push(part);
        received += part.length;
        this.#report(key, received, size);
      }
    }
    return new Blob(parts, { type: type ?? response.headers.get("Content-Type") ?? "" });
  }

  #report(key: string, received: number, size: number | undefined): void {
    if (!size) return;
    const progress = Math.min(ALMOST_DONE, Math.floor((received / size) * DONE));
    const download = this.state.getState().find((each) => each.key === key);
    // A fast network brings thousands of parts; the bar has a hundred steps.
    if (download?.state === "inProgress" && download.progress !== progress) this.#change(key, { progress });
  }

  #end(key: string, state: "complete" | "canceled" | "failed"): void {
    const controller = this.#running.get(key);
    if (!controller) return;
    this.#running.delete(key);
    if (state === "canceled") controller.abort();
    this.#set((downloads) =>
      downloads.map((download) => {
        if (download.key !== key) return download;
        const { name, type, size, isNew } = download;
        return { key, name, type, size, isNew, state };
      }),
    );
  }

  #change(key: string, change: { readonly progress?: number; readonly size?: number | undefined }): void {
    this.#set((downloads) =>
      downloads.map((download) =>
        download.key === key && download.state === "inProgress" ? { ...download, ...change } : download,
      ),
    );
  }

  #set(step: (downloads: readonly Download[]) => readonly Download[]): void {
    this.state.setState(step(this.state.getState()), true);
  }
}

/** Of a compressed answer the length counts other bytes than we receive. */
function lengthOf({ headers }: Response): number | undefined {
  const length = Number(headers.get("Content-Length") ?? "");
  return headers.has("Content-Encoding") || !(length > 0) ? undefined : length;
}

/** Safari cannot yet walk through a stream by itself. */
async function* partsOf(
  body: ReadableStream<Uint8Array<ArrayBuffer>>,
): AsyncGenerator<Uint8Array<ArrayBuffer>> {
  const reader = body.getReader();
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return;
      yield value;
    }
  } finally {
    reader.releaseLock();
  }
}

/** Long enough for a browser that asks where to put it. */
const KEEP_ADDRESS_MS = 60_000;

/** In a browser a file is saved by following a link to it. */
export function saveByLink(file: Blob, name: string): void {
  const address = URL.createObjectURL(file);
  const link = document.createElement("a");
  link.href = address;
  link.download = name;
  link.hidden = true;
  document.body.append(link);
  link.click();
  link.remove();
  setTimeout(() => URL.revokeObjectURL(address), KEEP_ADDRESS_MS);
}
