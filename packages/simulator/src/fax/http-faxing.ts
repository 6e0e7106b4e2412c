import { randomUUID } from "node:crypto";
import type { IncomingMessage, ServerResponse } from "node:http";
import { buffer } from "node:stream/consumers";
import { sendJson } from "../contacts/simulated-contact.ts";
import { HttpProvider, type HttpProviderOptions } from "../http-provider.ts";
import { RecentItems } from "../recent-items.ts";
import { type FaxBehavior, usualFaxBehavior } from "../sip/fax-behavior.ts";

/** What the customer wants to have sent. */
interface FaxOrder {
  readonly from: string;
  readonly to: string;
  readonly stationId: string;
  readonly resolution: string;
  readonly pages: number;
  /** Those before it have arrived already. */
  readonly firstPage: number;
}

/** A fax the provider has taken, as it stands. */
export interface CarriedFax extends FaxOrder {
  readonly id: string;
  readonly file: Buffer;
  readonly state: "queued" | "sending" | "delivered" | "failed" | "canceled";
  /** The page that is on its way, from 1. */
  readonly page: number;
  readonly pagesSent: number;
  readonly station: string;
  readonly reason: string;
  readonly detail: string;
}

export interface HttpFaxingOptions extends HttpProviderOptions {
  readonly behaviorOf?: (number: string) => FaxBehavior;
  /** How long a page takes, and how long it rings where nobody answers. */
  readonly pageMs?: number;
  readonly ringMs?: number;
  /** Whether changes are told; otherwise the customer must ask. */
  readonly tells?: boolean;
}

export interface FaxToSend {
  readonly from: string;
  readonly to: string;
  readonly station: string;
  /** TIFF or PDF. */
  readonly file: Uint8Array;
  readonly pages: number;
}

const KEPT_FAXES = 200;
const PAGE_MS = 1_500;
const RING_MS = 5_000;
const STATUS_REASONS: Readonly<Record<number, string>> = { 404: "noSuchNumber", 486: "busy" };

/** A provider of faxes over HTTP, on loopback: orders in, signed webhooks out, the same people as by telephone. */
export class HttpFaxing extends HttpProvider<CarriedFax> {
  readonly #options: HttpFaxingOptions;
  readonly #faxes = new Map<string, CarriedFax>();
  readonly #ended = new RecentItems<CarriedFax>(KEPT_FAXES);
  readonly #files = new Map<string, Uint8Array>();
  #throttled = { count: 0, seconds: 0 };

  private constructor(options: HttpFaxingOptions) {
    super(options, { unreadable: "badRequest", stranger: "token" });
    this.#options = options;
  }

  static start(options: HttpFaxingOptions = {}): Promise<HttpFaxing> {
    return new HttpFaxing(options).listen();
  }

  /** In the order they were taken. */
  faxes(): readonly CarriedFax[] {
    return [...this.#faxes.values()];
  }

  /** Told when a fax has come to its end, one way or the other. */
  onEnded(listener: (fax: CarriedFax) => void): () => void {
    return this.#ended.onNext(listener);
  }

  /** The next orders are too many for it: come again after so many seconds. */
  throttle(count: number, seconds: number): void {
    this.#throttled = { count, seconds };
  }

  /** Somebody outside sends us a fax; resolves once the customer has it. */
  async fax({ file, ...fax }: FaxToSend): Promise<void> {
    const id = randomUUID();
    this.#files.set(id, file);
    await this.webhooks.send({
      type: "fax.received",
      id,
      ...fax,
      file: { url: `${this.address}/files/${id}`, size: file.length },
      at: Date.now(),
    });
  }

  protected async answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const [, , kind, id = ""] = (request.url ?? "").split("/");
    const file = this.#files.get(id);
    if (request.method === "GET" && kind === "files" && file) {
      response.writeHead(200, { "content-type": "application/octet-stream" }).end(file);
      return;
    }
    if (request.method === "POST" && kind === "faxes") return this.#takeOrder(request, response);
    const fax = this.#faxes.get(id);
    if (kind !== "faxes" || !fax) return sendJson(response, 404, { code: "notFound", message: "Not found" });
    if (request.method === "DELETE" && isUnderWay(fax)) this.#change(fax.id, { state: "canceled" });
    sendJson(response, 200, statusOf(this.#faxes.get(id) ?? fax));
  }

  async #takeOrder(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = await buffer(request);
    if (this.#throttled.count > 0) {
      this.#throttled = { ...this.#throttled, count: this.#throttled.count - 1 };
      response.setHeader("retry-after", String(this.#throttled.seconds));
      return sendJson(response, 429, { code: "tooMany", message: "Come again later" });
    }
    const fax = await this.once(request, () => this.#take(body, request.headers["content-type"] ?? ""));
    sendJson(response, 202, { id: fax.id });
  }

  async #take(body: Buffer, type: string): Promise<CarriedFax> {
    const form = await new Response(Uint8Array.from(body), { headers: { "content-type": type } }).formData();
    const [order, file] = [form.get("order"), form.get("file")];
    if (typeof order !== "string" || file === null || typeof file === "string") throw new Error("No order");
    const fax: CarriedFax = {
      ...(JSON.parse(order) as FaxOrder),
      id: randomUUID(),
      file: Buffer.from(await file.arrayBuffer()),
      state: "queued",
      page: 0,
      pagesSent: 0,
      station: "",
      reason: "",
      detail: "",
    };
    this.#faxes.set(fax.id, fax);
    this.#call(fax);
    return fax;
  }

  #call({ id, to, firstPage }: CarriedFax): void {
    const behavior = (this.#options.behaviorOf ?? usualFaxBehavior)(to);
    const fail = (afterMs: number, reason: string, detail: string): void =>
      this.timers.after(afterMs, () => this.#change(id, { state: "failed", reason, detail }));
    if (behavior.kind === "refuses")
      fail(this.#pageMs, STATUS_REASONS[behavior.status] ?? "refused", `SIP ${behavior.status}`);
    else if (behavior.kind === "letsItRing") fail(this.#options.ringMs ?? RING_MS, "noAnswer", "No answer");
    else if (behavior.kind === "person") fail(this.#pageMs, "notFax", "No fax tone was heard");
    else {
      const pages = behavior.manner.breaksOffAfter ?? Number.POSITIVE_INFINITY;
      this.#sendPage(id, firstPage, firstPage - 1 + pages);
    }
  }

  /** One page after the other, until the last, or until the other machine has had enough. */
  #sendPage(id: string, page: number, last: number): void {
    const fax = this.#faxes.get(id);
    if (!fax || !isUnderWay(fax)) return;
    if (page > fax.pages) {
      this.#change(id, { state: "delivered", detail: "OK" });
      return;
    }
    this.#change(id, { state: "sending", page, station: `+${fax.to}` });
    this.timers.after(this.#pageMs, () => {
      const now = this.#faxes.get(id);
      if (!now || !isUnderWay(now)) return;
      if (page > last) {
        this.#change(id, { state: "failed", reason: "dropped", detail: "The call was cut off" });
        return;
      }
      this.#change(id, { pagesSent: page });
      this.#sendPage(id, page + 1, last);
    });
  }

  get #pageMs(): number {
    return this.#options.pageMs ?? PAGE_MS;
  }

  #change(id: string, change: Partial<CarriedFax>): void {
    const fax = this.#faxes.get(id);
    if (!fax || !isUnderWay(fax)) return;
    const changed = { ...fax, ...change };
    this.#faxes.set(id, changed);
    if (!isUnderWay(changed)) this.#ended.add(changed);
    if (this.#options.tells === false) return;
    void this.webhooks.send({ type: "fax.status", ...statusOf(changed), at: Date.now() });
  }
}

const isUnderWay = ({ state }: CarriedFax): boolean => state === "queued" || state === "sending";

function statusOf({ id, state, page, pagesSent, station, reason, detail }: CarriedFax) {
  return { id, state, page, pagesSent, station, reason, detail };
}
