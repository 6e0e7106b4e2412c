import { createHmac, timingSafeEqual } from "node:crypto";
import type { Clock } from "@offhook/kernel";

export interface DeclineTicketsDeps {
  readonly key: Uint8Array;
  readonly clock: Clock;
}

/** Which call a ticket may decline, for which line, and in whose name. */
export interface DeclinedCall {
  readonly callId: string;
  readonly endpointId: string;
  readonly userId: number;
}

/** A service worker has no session: the notification itself carries what declines its call, and nothing else. */
export class DeclineTickets {
  readonly #deps: DeclineTicketsDeps;

  constructor(deps: DeclineTicketsDeps) {
    this.#deps = deps;
  }

  issue({ callId, endpointId, userId }: DeclinedCall, until: number): string {
    const text = Buffer.from(JSON.stringify([callId, endpointId, userId, until])).toString("base64url");
    return `${text}.${this.#sign(text)}`;
  }

  /** Undefined for one that is false or too old. */
  read(ticket: string): DeclinedCall | undefined {
    const [text = "", signature = ""] = ticket.split(".");
    const expected = Buffer.from(this.#sign(text));
    const given = Buffer.from(signature);
    if (given.length !== expected.length || !timingSafeEqual(given, expected)) return undefined;
    const [callId, endpointId, userId, until] = JSON.parse(Buffer.from(text, "base64url").toString()) as [
      string,
      string,
      number,
      number,
    ];
    return until > this.#deps.clock.now() ? { callId, endpointId, userId } : undefined;
  }

  #sign(text: string): string {
    return createHmac("sha256", this.#deps.key).update(text).digest("base64url");
  }
}
