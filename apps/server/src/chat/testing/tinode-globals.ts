import "fake-indexeddb/auto";
import { WebSocket } from "ws";

interface UploadProgress {
  readonly lengthComputable: boolean;
  readonly loaded: number;
  readonly total: number;
}

/** What the stock client needs of a browser's XMLHttpRequest, by fetch: those of npm cannot send Node's FormData. */
class FetchRequest {
  readyState = 0;
  status = 0;
  statusText = "";
  responseText = "";
  response: unknown;
  responseType = "";
  onreadystatechange: (() => void) | undefined;
  onload: (() => void) | undefined;
  onerror: ((failure: unknown) => void) | undefined;
  onabort: (() => void) | undefined;
  readonly upload: { onprogress?: (progress: UploadProgress) => void } = {};
  readonly #headers: Record<string, string> = {};
  readonly #abort = new AbortController();
  #method = "GET";
  #url = "";

  open(method: string, url: string): void {
    [this.#method, this.#url] = [method, url];
    this.#enter(1);
  }

  setRequestHeader(name: string, value: string): void {
    this.#headers[name] = value;
  }

  abort(): void {
    this.#abort.abort();
  }

  send(body?: string | FormData | null): void {
    const request = { method: this.#method, headers: this.#headers, signal: this.#abort.signal };
    void fetch(this.#url, body ? { ...request, body } : request)
      .then(async (answer) => {
        this.status = answer.status;
        this.statusText = answer.statusText;
        this.responseText = await answer.text();
        this.response = this.responseText;
        this.#enter(4);
        this.onload?.();
      })
      .catch((failure: unknown) => {
        this.#enter(4);
        if (this.#abort.signal.aborted) this.onabort?.();
        else this.onerror?.(failure);
      });
  }

  #enter(state: number): void {
    this.readyState = state;
    this.onreadystatechange?.();
  }
}

// They must be there before the client is loaded, so this module is imported before it.
Object.assign(globalThis, { WebSocket, XMLHttpRequest: FetchRequest });
