import { randomUUID } from "node:crypto";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { bearerOf, sendJson } from "./contacts/simulated-contact.ts";
import { LOOPBACK, listenOnLoopback } from "./loopback-server.ts";
import { Timers } from "./sms/timers.ts";
import { WebhookSender } from "./sms/webhook-sender.ts";

export interface HttpProviderOptions {
  readonly token?: string;
  readonly webhookSecret?: string;
}

/** How this provider names what is wrong with a request. */
interface ErrorCodes {
  readonly unreadable: string;
  readonly stranger: string;
}

/** A provider over HTTP, on loopback: requests with its token in, signed webhooks out. */
export abstract class HttpProvider<Answer> {
  readonly token: string;
  readonly webhookSecret: string;
  protected readonly webhooks: WebhookSender;
  protected readonly timers = new Timers();
  readonly #codes: ErrorCodes;
  readonly #server = createServer((request, response) => {
    this.#admit(request, response).catch(() => {
      sendJson(response, 400, { code: this.#codes.unreadable, message: "The request cannot be read" });
    });
  });
  /** By idempotency key: what was answered to the first of its requests. */
  readonly #answered = new Map<string, Promise<Answer>>();
  #port = 0;

  constructor(options: HttpProviderOptions, codes: ErrorCodes) {
    this.token = options.token ?? "simulated-token";
    this.webhookSecret = options.webhookSecret ?? "a secret the simulator shares";
    this.webhooks = new WebhookSender(this.webhookSecret);
    this.#codes = codes;
  }

  /** Asked by somebody who has the token. */
  protected abstract answer(request: IncomingMessage, response: ServerResponse): Promise<void>;

  protected async listen(): Promise<this> {
    this.#port = await listenOnLoopback(this.#server);
    return this;
  }

  get address(): string {
    return `http://${LOOPBACK}:${this.#port}/v1`;
  }

  deliverTo(address: () => string | undefined): void {
    this.webhooks.deliverTo(address);
  }

  async stop(): Promise<void> {
    this.timers.stop();
    this.webhooks.stop();
    await new Promise<void>((resolve) => {
      this.#server.close(() => resolve());
      this.#server.closeAllConnections();
    });
  }

  /** What is asked for twice under one key is done once. */
  protected once(request: IncomingMessage, work: () => Promise<Answer>): Promise<Answer> {
    const key = String(request.headers["idempotency-key"] ?? randomUUID());
    const answer = this.#answered.get(key) ?? work();
    this.#answered.set(key, answer);
    return answer;
  }

  async #admit(request: IncomingMessage, response: ServerResponse): Promise<void> {
    if (bearerOf(request) === this.token) return this.answer(request, response);
    sendJson(response, 401, { code: this.#codes.stranger, message: "Authenticate" });
  }
}
