import { createHash, randomUUID } from "node:crypto";
import type { IncomingMessage, ServerResponse } from "node:http";
import type { MessageState } from "@offhook/smpp";
import { sendJson } from "../contacts/simulated-contact.ts";
import { HttpProvider, type HttpProviderOptions } from "../http-provider.ts";
import { RecentItems } from "../recent-items.ts";
import { paintedPhoto } from "./painted-photo.ts";
import { type AddressedText, type TextBehavior, usualTextBehavior } from "./text-behavior.ts";

/** A file as the provider got it from the customer's address. */
interface CarriedFile {
  readonly type: string;
  readonly name: string;
  readonly size: number;
  readonly sha256: string;
}

/** A text that the provider has taken, with its pictures. */
export interface CarriedPictureText extends AddressedText {
  readonly id: string;
  readonly media: readonly CarriedFile[];
  readonly receivedAt: number;
}

export interface PhotoToSend {
  readonly type: string;
  readonly name: string;
  readonly content: Buffer;
}

export interface HttpTextingOptions extends HttpProviderOptions {
  readonly behaviorOf?: (text: AddressedText) => TextBehavior;
}

interface Answer {
  readonly status: number;
  readonly body: object;
}

interface Submission extends AddressedText {
  readonly media?: readonly { readonly url: string; readonly type: string; readonly name: string }[];
}

const KEPT_TEXTS = 500;
/** SMPP's status in this provider's numbers. */
const CODES: Readonly<Record<string, string>> = { ESME_RINVDSTADR: "21211", ESME_RX_P_APPN: "30007" };
const STATES: Readonly<Partial<Record<MessageState, string>>> = {
  DELIVERED: "delivered",
  UNDELIVERABLE: "failed",
  REJECTED: "rejected",
  EXPIRED: "expired",
};

/** A provider of texts and pictures over HTTP, on loopback: JSON in, signed webhooks out. */
export class HttpTexting extends HttpProvider<Answer> {
  readonly #options: HttpTextingOptions;
  readonly #texts = new RecentItems<CarriedPictureText>(KEPT_TEXTS);
  readonly #photos = new Map<string, PhotoToSend>();

  private constructor(options: HttpTextingOptions) {
    super(options, { unreadable: "20001", stranger: "20003" });
    this.#options = options;
  }

  static start(options: HttpTextingOptions = {}): Promise<HttpTexting> {
    return new HttpTexting(options).listen();
  }

  /** Oldest first. */
  texts(): readonly CarriedPictureText[] {
    return this.#texts.all();
  }

  onText(listener: (text: CarriedPictureText) => void): () => void {
    return this.#texts.onNext(listener);
  }

  clear(): void {
    this.#texts.clear();
  }

  /** Somebody outside writes, with pictures or without; resolves once the customer has it. */
  text({ from, to, text }: AddressedText, photos: readonly PhotoToSend[] = []): Promise<void> {
    const media = photos.map((photo) => {
      const id = randomUUID();
      this.#photos.set(id, photo);
      const { type, name, content } = photo;
      return { url: `${this.address}/media/${id}`, type, name, size: content.length };
    });
    return this.webhooks.send({
      type: "message.received",
      id: randomUUID(),
      from,
      to,
      text,
      media,
      at: Date.now(),
    });
  }

  /** The same with a picture that was painted for it. */
  sendPhoto(text: AddressedText): Promise<void> {
    const content = paintedPhoto(new Date().getHours());
    return this.text(text, [{ type: "image/png", name: "photo.png", content }]);
  }

  protected async answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const [, , kind, id] = (request.url ?? "").split("/");
    if (request.method === "GET" && kind === "media") return this.#sendMedia(response, id ?? "");
    if (request.method !== "POST" || kind !== "messages")
      return sendJson(response, 404, { code: "20404", message: "Not found" });
    const submission = await readJson(request);
    const { status, body } = await this.once(request, () => this.#take(submission));
    sendJson(response, status, body);
  }

  #sendMedia(response: ServerResponse, id: string): void {
    const photo = this.#photos.get(id);
    if (!photo) sendJson(response, 404, { code: "20404", message: "Not found" });
    else response.writeHead(200, { "content-type": photo.type }).end(photo.content);
  }

  async #take({ from, to, text, media = [] }: Submission): Promise<Answer> {
    const behavior = (this.#options.behaviorOf ?? usualTextBehavior)({ from, to, text });
    if (behavior.refusedWith !== undefined) {
      const code = CODES[behavior.refusedWith] ?? "30008";
      return { status: 422, body: { code, message: "The message was refused" } };
    }
    const files = await Promise.all(media.map(fetchFile));
    if (files.includes(undefined))
      return { status: 422, body: { code: "mediaType", message: "The media cannot be read" } };
    const id = randomUUID();
    const carried = files.filter((file) => file !== undefined);
    this.#texts.add({ id, from, to, text, media: carried, receivedAt: Date.now() });
    this.#follow(id, { from, to, text }, behavior);
    return { status: 202, body: { id } };
  }

  #follow(id: string, { from, to }: AddressedText, { receipt, answer }: TextBehavior): void {
    if (receipt)
      this.timers.after(receipt.afterMs, () => {
        const [state, code] = [STATES[receipt.state] ?? "sent", receipt.error === "000" ? "" : receipt.error];
        void this.webhooks.send({ type: "message.status", id, state, code, at: Date.now() });
      });
    if (!answer) return;
    const reply = { from: to, to: from, text: answer.text };
    this.timers.after(answer.afterMs, () => {
      void (answer.hasPhoto ? this.sendPhoto(reply) : this.text(reply));
    });
  }
}

async function fetchFile(media: {
  url: string;
  type: string;
  name: string;
}): Promise<CarriedFile | undefined> {
  const response = await fetch(media.url).catch(() => undefined);
  if (!response?.ok) return undefined;
  const content = Buffer.from(await response.arrayBuffer());
  const sha256 = createHash("sha256").update(content).digest("hex");
  return { type: media.type, name: media.name, size: content.length, sha256 };
}

async function readJson(request: IncomingMessage): Promise<Submission> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return JSON.parse(Buffer.concat(chunks).toString("utf8")) as Submission;
}
