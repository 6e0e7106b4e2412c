import type { FastifyReply } from "fastify";

/** The protocol answers HTTP with the same envelope as its frames; the status is the code. */
export function sendCtrl(
  reply: FastifyReply,
  now: number,
  ctrl: {
    readonly code: number;
    readonly text: string;
    readonly id?: string | undefined;
    readonly params?: Readonly<Record<string, unknown>>;
  },
): FastifyReply {
  const { id, code, text, params } = ctrl;
  return reply
    .code(code)
    .header("cache-control", "no-store")
    .header("x-content-type-options", "nosniff")
    .header("access-control-allow-origin", "*")
    .type("application/json; charset=utf-8")
    .send({ ctrl: { id, code, text, params, ts: new Date(now).toISOString() } });
}

export const KEY_REQUIRED = { code: 403, text: "valid API key required" } as const;
