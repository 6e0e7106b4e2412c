import { createHmac, timingSafeEqual } from "node:crypto";
import type { Clock } from "@offhook/kernel";
import { z } from "zod";
import { tokenMissing } from "../../http/errors/request-errors.ts";
import type { Actor } from "../../platform/actor.ts";
import type { SessionLookup } from "../push-ports.ts";

const TICKET_SECONDS = 86_400;
const PREFIX = "push.";

const Ticket = z.object({ sid: z.string(), exp: z.number().int() });

export interface PushTicketsDeps {
  readonly key: Uint8Array;
  readonly clock: Clock;
  readonly sessions: SessionLookup;
}

/**
 * The key that `POST /push/login` hands out: it opens push connections of one session for a day, and nothing else.
 * It is worth no more than the session, which is looked up with every use.
 */
export class PushTickets {
  readonly #deps: PushTicketsDeps;

  constructor(deps: PushTicketsDeps) {
    this.#deps = deps;
  }

  static isTicket(token: string): boolean {
    return token.startsWith(PREFIX);
  }

  issue(sessionId: string): { readonly ticket: string; readonly expiresAt: number } {
    const expiresAt = Math.floor(this.#deps.clock.now() / 1000) + TICKET_SECONDS;
    const body = Buffer.from(JSON.stringify({ sid: sessionId, exp: expiresAt })).toString("base64url");
    return { ticket: `${PREFIX}${body}.${this.#sign(body).toString("base64url")}`, expiresAt };
  }

  async verify(ticket: string): Promise<Actor> {
    const [body = "", signature = ""] = ticket.slice(PREFIX.length).split(".");
    const [given, expected] = [Buffer.from(signature, "base64url"), this.#sign(body)];
    if (given.length !== expected.length || !timingSafeEqual(given, expected)) throw tokenMissing();
    const { sid, exp } = Ticket.parse(JSON.parse(Buffer.from(body, "base64url").toString()));
    if (exp * 1000 <= this.#deps.clock.now()) throw tokenMissing();
    return this.#deps.sessions.actorOf(sid);
  }

  #sign(body: string): Buffer {
    return createHmac("sha256", this.#deps.key).update(body).digest();
  }
}
