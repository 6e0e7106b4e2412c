import { attachmentKind } from "@offhook/ui/attachment-kind";
import type { Attachment } from "../content/attachment.ts";
import type { OutgoingFile } from "../store/outgoing-message.ts";

/** Where the chat service is, and what opens its files. */
export interface ChatFileAccess {
  /** `https://host`, without a slash at its end. */
  readonly origin: string;
  readonly apiKey: string;
  /** Resolves once the line has signed in: what is shown from the cache asks for its pictures before. */
  readonly token: () => Promise<string>;
}

class UploadCanceled extends Error {}

export function isUploadCanceled(failure: unknown): boolean {
  return failure instanceof UploadCanceled;
}

interface UploadAnswer {
  readonly ctrl?: { readonly code?: number; readonly params?: { readonly url?: string } };
}

const UPLOAD_PATH = "/v0/file/u/";

/** Files of the chat service, sent and fetched with the token of the line. */
export class ChatFiles {
  readonly #access: ChatFileAccess;
  readonly #fetch: typeof fetch;
  readonly #onFailed: (failure: unknown) => void;
  readonly #running = new Map<string, XMLHttpRequest>();
  readonly #shown = new Map<string, Promise<string>>();

  constructor(access: ChatFileAccess, load: typeof fetch, onFailed: (failure: unknown) => void = () => {}) {
    this.#access = access;
    this.#fetch = load;
    this.#onFailed = onFailed;
  }

  /** Rejects with `UploadCanceled` when the user has called it off. */
  async upload(outgoing: OutgoingFile, onProgress: (percent: number) => void): Promise<Attachment> {
    const { id, file, width, height, duration } = outgoing;
    const form = new FormData();
    // Before the file, which may be long: by then the service knows what it is about.
    form.append("id", id);
    form.append("file", file, file.name);
    const answer = await this.#post(id, file.name, form, onProgress)
      // Whoever stands between may answer with a page of their own.
      .then((text): UploadAnswer | null => JSON.parse(text))
      .catch((failure: unknown) => {
        if (!isUploadCanceled(failure)) this.#onFailed(failure);
        throw failure;
      });
    const path = answer?.ctrl?.params?.url;
    if (typeof path !== "string") throw new Error("The file was taken without an address");
    const { name, size, type } = file;
    return { name, path, size, type, kind: attachmentKind(type, name), width, height, duration };
  }

  cancel(id: string): void {
    this.#running.get(id)?.abort();
  }

  /** The file itself. */
  async fetch(path: string, signal?: AbortSignal): Promise<Response> {
    const headers = await this.#headers();
    return this.#fetch(this.#addressOf(path), { headers, ...(signal ? { signal } : {}) });
  }

  /** An address for an image or a player; the same for the same file, and good while the page lives. */
  show(path: string): Promise<string> {
    const known = this.#shown.get(path);
    if (known) return known;
    const showing = this.fetch(path).then(async (response) => {
      if (!response.ok) throw new Error(`The service answered ${response.status}`);
      return URL.createObjectURL(await response.blob());
    });
    this.#shown.set(path, showing);
    showing.catch(() => this.#shown.delete(path));
    return showing;
  }

  stop(): void {
    for (const request of this.#running.values()) request.abort();
    for (const address of this.#shown.values())
      void address.then(
        (shown) => URL.revokeObjectURL(shown),
        () => {},
      );
    this.#shown.clear();
  }

  #addressOf(path: string): string {
    // The address may name another server, which must never get our token.
    return `${this.#access.origin}${new URL(path, "http://chat").pathname}`;
  }

  async #headers(): Promise<Record<string, string>> {
    const { apiKey, token } = this.#access;
    return { "X-Tinode-APIKey": apiKey, "X-Tinode-Auth": `Token ${await token()}` };
  }

  async #post(
    id: string,
    name: string,
    form: FormData,
    onProgress: (percent: number) => void,
  ): Promise<string> {
    const headers = await this.#headers();
    // The newer way to ask cannot tell how far an upload has come.
    const request = new XMLHttpRequest();
    this.#running.set(id, request);
    return new Promise<string>((resolve, reject) => {
      request.upload.onprogress = ({ loaded, total, lengthComputable }) => {
        if (lengthComputable && total > 0) onProgress(Math.min(99, Math.floor((loaded / total) * 100)));
      };
      request.onload = () => {
        if (request.status === 200) resolve(request.responseText);
        else reject(new Error(`The service answered ${request.status}`));
      };
      request.onerror = () => reject(new Error("The file could not be sent"));
      request.onabort = () => reject(new UploadCanceled());
      request.open("POST", `${this.#access.origin}${UPLOAD_PATH}${encodeURIComponent(name)}`);
      for (const [header, value] of Object.entries(headers)) request.setRequestHeader(header, value);
      request.send(form);
    }).finally(() => this.#running.delete(id));
  }
}
