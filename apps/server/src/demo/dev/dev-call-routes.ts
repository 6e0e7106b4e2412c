import { fileURLToPath } from "node:url";
import type { OutsideCall, OutsideVoice, SipCarrier } from "@offhook/simulator";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { z } from "zod";
import type { InfrastructureRoute } from "../../http/routes/route-guard.ts";
import { DEMO_AUDIO } from "../seeders/calls/demo-audio.ts";
import { DEMO_VOICEMAILS } from "../seeders/calls/demo-voicemails.ts";

export const DEV_CALL_ROUTES: readonly InfrastructureRoute[] = [
  { url: "/dev/calls", access: "demo", why: "lets somebody outside call a number of the demo" },
  { url: "/dev/calls.json", access: "demo", why: "what goes on with people outside" },
  { url: "/dev/calls/hangup", access: "demo", why: "lets everybody outside hang up" },
];

const Speech = z.enum(DEMO_VOICEMAILS.map(({ name }) => name));
const Digits = z.string().regex(/^\d{3,15}$/);
/**
 * With `hz` the caller is a tone; without, somebody who echoes what they hear. With `message` they say one of the
 * demo's voicemails after the beep of a mailbox, then the tone for a while, then they echo. With `speech` they say one
 * of them over and over, until somebody listens.
 */
const OutsideCallQuery = z.object({
  from: Digits,
  to: Digits,
  name: z.string().max(60).default(""),
  hz: z.coerce.number().int().min(100).max(3_400).optional(),
  message: Speech.optional(),
  speech: Speech.optional(),
  /** Hangs up after so many seconds. */
  gives_up: z.coerce.number().int().min(1).max(3_600).optional(),
  /** Pressed once somebody or something answers. */
  keys: z
    .string()
    .regex(/^[\d*#]{1,8}$/)
    .optional(),
});
/** A queue can take its time. */
const SPEECH_TIMES = 40;
const BREATH_MS = 2_500;
const TONE_AFTER_MESSAGE_MS = 20_000;

const pathOf = (speech: string): string => fileURLToPath(new URL(`voicemail-${speech}.opus`, DEMO_AUDIO));

function voiceOf({ hz, message, speech }: z.infer<typeof OutsideCallQuery>): OutsideVoice {
  if (speech !== undefined) {
    const said = [
      { kind: "file", path: pathOf(speech) },
      { kind: "silence", durationMs: BREATH_MS },
    ] as const;
    return { kind: "says", sources: Array.from({ length: SPEECH_TIMES }, () => said).flat() };
  }
  if (message === undefined) return hz === undefined ? { kind: "echo" } : { kind: "tone", hz };
  const path = pathOf(message);
  const tone = hz === undefined ? [] : [{ kind: "sine", hz, durationMs: TONE_AFTER_MESSAGE_MS } as const];
  return { kind: "message", sources: [{ kind: "file", path }, ...tone] };
}

export function registerDevCallRoutes(
  app: FastifyInstance,
  carrier: SipCarrier,
  isForeign: (request: FastifyRequest) => boolean,
): void {
  app.post("/dev/calls", async (request, reply) => {
    if (isForeign(request)) return reply.code(403).send();
    const query = OutsideCallQuery.safeParse(request.query);
    if (!query.success) return reply.code(400).send();
    if (!carrier.isConnected) return reply.code(503).send();
    const { from, to, name, gives_up, keys } = query.data;
    const givesUpAfterMs = gives_up === undefined ? undefined : gives_up * 1_000;
    await carrier.call({ from, to, name, voice: voiceOf(query.data), givesUpAfterMs, keys });
    return sendJson(reply, { error: null, result: {} });
  });
  app.get("/dev/calls.json", (_request, reply) =>
    sendJson(reply, { isConnected: carrier.isConnected, calls: carrier.calls.map(describe) }),
  );
  app.post("/dev/calls/hangup", (request, reply) => {
    if (isForeign(request)) return reply.code(403).send();
    for (const call of carrier.calls) call.hangUp();
    return sendJson(reply, { error: null, result: {} });
  });
}

const describe = ({ from, to, state, digits, refusal, place }: OutsideCall) => ({
  from,
  to,
  state,
  digits,
  refusal,
  place,
});

function sendJson(reply: FastifyReply, body: unknown): FastifyReply {
  return reply
    .headers({ "content-type": "application/json; charset=utf-8", "cache-control": "no-store" })
    .send(JSON.stringify(body));
}
