import type { FastifyReply } from "fastify";

export interface HttpCtrl {
  readonly code: number;
  readonly text: string;
  readonly id?: string | undefined;
  readonly params?: Readonly<Record<string, unknown>>;
}

/** The protocol answers HTTP with the same envelope as its frames; the status is the code. */
export function ctrlBody({ id, code, text, params }: HttpCtrl, now: number): object {
  return { ctrl: { id, code, text, params, ts: new Date(now).toISOString() } };
}

export function sendCtrl(reply: FastifyReply, now: number, ctrl: HttpCtrl): FastifyReply {
  return reply
    .code(ctrl.code)
    .header("cache-control", "no-store")
    .header("x-content-type-options", "nosniff")
    .header("access-control-allow-origin", "*")
    .type("application/json; charset=utf-8")
    .send(ctrlBody(ctrl, now));
}

export const KEY_REQUIRED = { code: 403, text: "valid API key required" } as const;
export const TOO_MANY = { code: 429, text: "too many requests" } as const;
export const TOO_LARGE = { code: 413, text: "too large" } as const;
export const WRONG_METHOD = { code: 405, text: "method not allowed" } as const;
