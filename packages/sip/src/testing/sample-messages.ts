import { encodeUtf8 } from "../grammar/utf8.ts";
import { parseDatagram } from "../messages/parsing/message-parser.ts";
import type { SipMessage, SipRequest, SipResponse } from "../messages/sip-message.ts";

/** Wire text for tests: lines joined with CRLF, then an empty line and the body. */
export function wire(lines: readonly string[], body = ""): Uint8Array {
  return encodeUtf8(`${lines.join("\r\n")}\r\n\r\n${body}`);
}

export function parsed(lines: readonly string[], body = ""): SipMessage {
  const outcome = parseDatagram(wire(lines, body));
  if (outcome.kind === "fault") throw new Error(`${outcome.fault.reason}: ${outcome.fault.detail}`);
  return outcome.message;
}

export interface SampleParts {
  readonly method?: string;
  readonly branch?: string;
  readonly transport?: string;
  readonly callId?: string;
  readonly sequence?: number;
  readonly fromTag?: string;
  readonly toTag?: string;
  readonly more?: readonly string[];
  readonly body?: string;
}

function common(parts: SampleParts): string[] {
  const {
    method = "INVITE",
    branch = "z9hG4bK1",
    transport = "UDP",
    callId = "call-1",
    sequence = 1,
  } = parts;
  const toTag = parts.toTag === undefined ? "" : `;tag=${parts.toTag}`;
  return [
    `Via: SIP/2.0/${transport} 192.0.2.1:5060;branch=${branch};rport`,
    `From: <sip:alice@example.com>;tag=${parts.fromTag ?? "a"}`,
    `To: <sip:bob@example.com>${toTag}`,
    `Call-ID: ${callId}`,
    `CSeq: ${sequence} ${method}`,
    ...(parts.more ?? []),
  ];
}

export function aRequest(parts: SampleParts = {}): SipRequest {
  const first = `${parts.method ?? "INVITE"} sip:bob@example.com SIP/2.0`;
  const message = parsed([first, "Max-Forwards: 70", ...common(parts)], parts.body);
  if (message.kind !== "request") throw new Error("not a request");
  return message;
}

export function aResponse(status: number, parts: SampleParts = {}): SipResponse {
  const message = parsed([`SIP/2.0 ${status} Whatever`, ...common({ toTag: "b", ...parts })], parts.body);
  if (message.kind !== "response") throw new Error("not a response");
  return message;
}
