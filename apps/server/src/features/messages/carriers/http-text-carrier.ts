import { Readable } from "node:stream";
import type { ReadableStream } from "node:stream/web";
import type { SmsWebhookEvent, SmsWebhookMedia } from "@offhook/contract";
import { DomainError } from "../../../platform/domain-error.ts";
import type { ObjectStore } from "../../../platform/files/object-store.ts";
import { isSignedWebhook } from "../../../platform/webhooks/webhook-signature.ts";
import type {
  CarrierEvents,
  CarrierMedia,
  OutgoingText,
  SubmitResult,
  TextCarrier,
} from "../text-carrier.ts";
import type { SmsHttpConfig } from "./carrier-config.ts";

export interface HttpTextCarrierDeps {
  readonly config: SmsHttpConfig;
  readonly objects: ObjectStore;
  /** A whole address, good for an hour or two, that the provider fetches a file from. */
  readonly fileAddress: (key: string) => string;
}

const SUBMIT_MS = 30_000;
const FETCH_MS = 30_000;
const STRANGE_FOR_MS = 120_000;
/** A provider sends more than it takes. */
const MAX_INCOMING_BYTES = 10_000_000;
const MEDIA_TYPES: readonly string[] = [
  "image/jpeg",
  "image/png",
  "image/gif",
  "image/webp",
  "audio/mpeg",
  "audio/ogg",
  "audio/mp4",
  "video/mp4",
  "text/vcard",
  "application/pdf",
];
/** Not the text's fault: our token, the provider's load, its limits. The text waits. */
const TEMPORARY: ReadonlySet<number> = new Set([401, 403, 404, 408, 409, 425, 429]);

/** Texts and pictures through a provider with a REST service and webhooks. */
export class HttpTextCarrier implements TextCarrier {
  readonly name = "http";
  readonly limits: TextCarrier["limits"];
  readonly #deps: HttpTextCarrierDeps;
  readonly #closing = new AbortController();
  #events: CarrierEvents | undefined;

  constructor(deps: HttpTextCarrierDeps) {
    this.#deps = deps;
    this.limits = { maxMediaBytes: deps.config.maxMediaBytes, mediaTypes: MEDIA_TYPES };
  }

  start(events: CarrierEvents): void {
    this.#events = events;
  }

  async close(): Promise<void> {
    this.#closing.abort();
  }

  async submit({ id, from, to, body, media }: OutgoingText): Promise<SubmitResult> {
    const { config, fileAddress } = this.#deps;
    const response = await fetch(`${config.url}/messages`, {
      method: "POST",
      headers: {
        authorization: `Bearer ${config.token}`,
        "content-type": "application/json",
        "idempotency-key": id,
      },
      body: JSON.stringify({
        from,
        to,
        text: body,
        media: media.map(({ key, type, name, size }) => ({ url: fileAddress(key), type, name, size })),
      }),
      signal: AbortSignal.any([this.#closing.signal, AbortSignal.timeout(SUBMIT_MS)]),
    });
    const answer = await readAnswer(response);
    if (response.ok && answer.id !== undefined) return { carrierIds: [answer.id] };
    if (response.status < 400 || response.status >= 500 || TEMPORARY.has(response.status))
      throw new Error(`The provider answers ${response.status} ${answer.message}`);
    return { refused: answer.code, reason: `${response.status} ${answer.message}` };
  }

  /** By the world's clock, as the provider signs, whatever hour a demo plays. */
  hasSigned(body: string, signature: string | undefined): boolean {
    return isSignedWebhook(signature, body, { secret: this.#deps.config.webhookSecret, now: Date.now() });
  }

  /** What the provider has told us; resolves once it would survive a crash. */
  async hear(event: SmsWebhookEvent): Promise<void> {
    const events = this.#events;
    if (!events) throw new Error("The carrier has not started yet");
    const { id: carrierId, at } = event;
    if (event.type === "message.status") {
      const isKnown = await events.receipt({ carrierId, state: event.state, code: event.code, at });
      // The answer to a submit may have been lost, and its text be submitted again in a moment.
      if (!isKnown && Math.abs(Date.now() - at) < STRANGE_FOR_MS)
        throw new Error(`A receipt for a text that is not known: ${carrierId}`);
      return;
    }
    const media: CarrierMedia[] = [];
    try {
      let body = event.text;
      for (const file of event.media) {
        const fetched = await this.#fetchMedia(file);
        if (fetched) media.push(fetched);
        // Better a text that says so than one that the provider repeats forever.
        else body = `${body}\n[The file ${file.name} could not be had from the carrier.]`.trim();
      }
      const [from, to] = [digits(event.from), digits(event.to)];
      await events.received({ carrierId, from, to, body, media, at });
    } catch (error) {
      await Promise.all(media.map(({ key }) => this.#deps.objects.delete(key)));
      throw error;
    }
  }

  /** Undefined: asking again would not help. */
  async #fetchMedia({ url, name, size: announced }: SmsWebhookMedia): Promise<CarrierMedia | undefined> {
    const { config, objects } = this.#deps;
    // Our token must not go elsewhere, nor may a webhook make us ask machines of our own network.
    if (new URL(url).origin !== new URL(config.url).origin) return undefined;
    if ((announced ?? 0) > MAX_INCOMING_BYTES) return undefined;
    const response = await fetch(url, {
      headers: { authorization: `Bearer ${config.token}` },
      redirect: "error",
      signal: AbortSignal.any([this.#closing.signal, AbortSignal.timeout(FETCH_MS)]),
    });
    if (response.status === 404 || response.status === 410) return undefined;
    if (!response.ok || !response.body) throw new Error(`The media cannot be had: ${response.status}`);
    const content = Readable.fromWeb(response.body as ReadableStream);
    try {
      const { key, type, size } = await objects.put(content, { maxBytes: MAX_INCOMING_BYTES });
      return { key, type, size, name };
    } catch (error) {
      if (error instanceof DomainError && error.kind === "tooLarge") return undefined;
      throw error;
    }
  }
}

interface ProviderAnswer {
  readonly id: string | undefined;
  readonly code: string;
  readonly message: string;
}

async function readAnswer(response: Response): Promise<ProviderAnswer> {
  const body: unknown = await response.json().catch(() => ({}));
  const fields = typeof body === "object" && body !== null ? (body as Record<string, unknown>) : {};
  const { id, code, message } = fields;
  return {
    id: typeof id === "string" && id !== "" ? id : undefined,
    code: typeof code === "string" || typeof code === "number" ? String(code) : "refused",
    message: typeof message === "string" ? message.slice(0, 200) : "",
  };
}

const digits = (number: string): string => number.replace(/\D/g, "");
