import { openAsBlob } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";
import { ProviderFax } from "@offhook/contract";
import type { FaxJob } from "../ways/fax-transport.ts";
import type { FaxProviderConfig } from "./fax-provider-config.ts";

/** The provider will never take this order. */
export class OrderRefused extends Error {
  readonly reason: string;

  constructor(reason: string, message: string) {
    super(message);
    this.name = "OrderRefused";
    this.reason = reason;
  }
}

/** Not the fax's fault: our token, the provider's load, its limits. */
const TEMPORARY: ReadonlySet<number> = new Set([401, 403, 404, 408, 409, 425, 429]);
const ORDER_MS = 60_000;
const ASK_MS = 30_000;
const PATIENCE_MS = 10 * 60_000;
const LONGEST_WAIT_MS = 2 * 60_000;
const MAX_FILE_BYTES = 50_000_000;

/** The provider's service, one question at a time. */
export class FaxProviderClient {
  readonly #config: FaxProviderConfig;
  readonly #firstWaitMs: number;

  constructor(config: FaxProviderConfig, { firstWaitMs = 2_000 }: { readonly firstWaitMs?: number } = {}) {
    this.#config = config;
    this.#firstWaitMs = firstWaitMs;
  }

  /** The id of the order. The same try always gets the same one, however often its answer was lost. */
  async order(job: FaxJob, stop: AbortSignal): Promise<string> {
    const file = await openAsBlob(job.tiffFile, { type: "image/tiff" });
    const response = await this.#patiently(stop, () => {
      const body = new FormData();
      const { from, to, stationId, headerText, resolution, pages, firstPage } = job;
      body.set("order", JSON.stringify({ from, to, stationId, headerText, resolution, pages, firstPage }));
      body.set("file", file, "fax.tiff");
      const headers = { "idempotency-key": `${job.faxId}-${job.tryNumber}` };
      return this.#ask("/faxes", { method: "POST", headers, body, signal: withLimit(stop, ORDER_MS) });
    });
    const answer = await fieldsOf(response);
    if (response.ok && typeof answer.id === "string" && answer.id !== "") return answer.id;
    throw new OrderRefused(textOf(answer.code), `${response.status} ${textOf(answer.message)}`.trim());
  }

  /** How it stands; undefined where the provider does not say, which means: ask later. */
  async stateOf(id: string, stop: AbortSignal): Promise<ProviderFax | undefined> {
    const path = `/faxes/${encodeURIComponent(id)}`;
    const response = await this.#ask(path, { signal: withLimit(stop, ASK_MS) }).catch(() => undefined);
    if (!response?.ok) return undefined;
    const answer = await fieldsOf(response);
    return ProviderFax.safeParse({ ...answer, id }).data;
  }

  async cancel(id: string): Promise<void> {
    const path = `/faxes/${encodeURIComponent(id)}`;
    await this.#ask(path, { method: "DELETE", signal: AbortSignal.timeout(ASK_MS) }).catch(() => undefined);
  }

  /** Undefined: it is gone or too large, and asking again would not help. */
  async file(url: string, announced: number | undefined): Promise<Uint8Array | undefined> {
    // Our token must not go elsewhere, nor may a webhook make us ask machines of our own network.
    if (new URL(url).origin !== new URL(this.#config.url).origin) return undefined;
    if ((announced ?? 0) > MAX_FILE_BYTES) return undefined;
    const response = await fetch(url, {
      headers: this.#headers(),
      redirect: "error",
      signal: AbortSignal.timeout(ORDER_MS),
    });
    if (response.status === 404 || response.status === 410) return undefined;
    if (!response.ok || !response.body) throw new Error(`The pages cannot be had: ${response.status}`);
    return readUpTo(response.body, MAX_FILE_BYTES);
  }

  /** Asks again while the provider is away or has had enough, as long as it says, and no longer than ten minutes. */
  async #patiently(stop: AbortSignal, ask: () => Promise<Response>): Promise<Response> {
    const until = performance.now() + PATIENCE_MS;
    let waitMs = this.#firstWaitMs;
    for (;;) {
      const response = await ask().catch((error: unknown) => {
        if (stop.aborted) throw error;
        return undefined;
      });
      const isTemporary = !response || response.status >= 500 || TEMPORARY.has(response.status);
      if (response && !isTemporary) return response;
      const said = response ? retryAfterMs(response, Date.now()) : undefined;
      const pause = Math.min(LONGEST_WAIT_MS, said ?? waitMs);
      if (performance.now() + pause > until)
        throw new Error(`The provider answers ${response?.status ?? "nothing"}`);
      await sleep(pause, undefined, { signal: stop });
      waitMs *= 2;
    }
  }

  #ask(path: string, init: RequestInit): Promise<Response> {
    return fetch(`${this.#config.url}${path}`, { ...init, headers: { ...this.#headers(), ...init.headers } });
  }

  #headers(): { authorization: string } {
    return { authorization: `Bearer ${this.#config.token}` };
  }
}

const withLimit = (stop: AbortSignal, ms: number): AbortSignal =>
  AbortSignal.any([stop, AbortSignal.timeout(ms)]);

/** RFC 9110 §10.2.3: seconds, or a date. */
export function retryAfterMs(response: Response, now: number): number | undefined {
  const header = response.headers.get("retry-after")?.trim() ?? "";
  if (/^\d{1,6}$/.test(header)) return Number(header) * 1_000;
  const at = Date.parse(header);
  return Number.isNaN(at) ? undefined : Math.max(0, at - now);
}

async function fieldsOf(response: Response): Promise<Record<string, unknown>> {
  const body: unknown = await response.json().catch(() => ({}));
  return typeof body === "object" && body !== null ? (body as Record<string, unknown>) : {};
}

const textOf = (value: unknown): string => (typeof value === "string" ? value.slice(0, 200) : "");

async function readUpTo(body: AsyncIterable<Uint8Array>, maxBytes: number): Promise<Uint8Array | undefined> {
  const chunks: Uint8Array[] = [];
  let total = 0;
  for await (const chunk of body) {
    total += chunk.length;
    if (total > maxBytes) return undefined;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}
