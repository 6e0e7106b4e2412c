import { parseDecimal } from "../grammar/decimal.ts";
import { decodeUtf8, encodeUtf8 } from "../grammar/utf8.ts";
import type { Body } from "../messages/create-response.ts";

/** A key pressed on a phone that sends it in an INFO instead of with the audio. */
export interface DtmfKey {
  readonly key: string;
  readonly durationMs: number;
}

const RELAY = "application/dtmf-relay";
/** The older and shorter form: nothing but the key. */
const PLAIN = "application/dtmf";
const KEYS = "0123456789*#ABCD";
const DEFAULT_MS = 160;
const MAX_MS = 10_000;

export function dtmfBody({ key, durationMs }: DtmfKey): Body {
  return { type: RELAY, content: encodeUtf8(`Signal=${key}\r\nDuration=${Math.round(durationMs)}\r\n`) };
}

/** Undefined for a body that is no key. */
export function parseDtmf(body: Body | undefined): DtmfKey | undefined {
  const type = body?.type.split(";", 1)[0]?.trim().toLowerCase();
  if (!body || (type !== RELAY && type !== PLAIN)) return undefined;
  const text = decodeUtf8(body.content.subarray(0, 200));
  const key = (type === PLAIN ? text : (field(text, "signal") ?? "")).trim().toUpperCase();
  if (key.length !== 1 || !KEYS.includes(key)) return undefined;
  const durationMs = parseDecimal(field(text, "duration") ?? "", MAX_MS) ?? DEFAULT_MS;
  return { key, durationMs };
}

function field(text: string, name: string): string | undefined {
  for (const line of text.split(/[\r\n]+/, 10)) {
    const equals = line.indexOf("=");
    if (equals > 0 && line.slice(0, equals).trim().toLowerCase() === name)
      return line.slice(equals + 1).trim();
  }
  return undefined;
}
