import { parseDecimal } from "../../grammar/decimal.ts";
import { decodeUtf8, encodeUtf8 } from "../../grammar/utf8.ts";
import type { Body } from "../../messages/create-response.ts";

/** How many voice messages wait (RFC 3842). */
export interface MessageSummary {
  readonly account: string | undefined;
  readonly newMessages: number;
  readonly oldMessages: number;
}

const TYPE = "application/simple-message-summary";

export function messageSummaryBody({ account, newMessages, oldMessages }: MessageSummary): Body {
  const lines = [`Messages-Waiting: ${newMessages > 0 ? "yes" : "no"}`];
  if (account !== undefined) lines.push(`Message-Account: ${account}`);
  lines.push(`Voice-Message: ${newMessages}/${oldMessages} (0/0)`);
  return { type: TYPE, content: encodeUtf8(`${lines.join("\r\n")}\r\n`) };
}

export function parseMessageSummary(body: Body | undefined): MessageSummary | undefined {
  if (!body?.type.toLowerCase().startsWith(TYPE)) return undefined;
  let account: string | undefined;
  let counts: (number | undefined)[] = [];
  let isWaiting = false;
  for (const line of decodeUtf8(body.content.subarray(0, 2_000)).split(/\r?\n/)) {
    const colon = line.indexOf(":");
    const value = line.slice(colon + 1).trim();
    switch (line.slice(0, Math.max(0, colon)).trim().toLowerCase()) {
      case "messages-waiting":
        isWaiting = value.toLowerCase() === "yes";
        break;
      case "message-account":
        account = value;
        break;
      case "voice-message":
        counts = (value.split(" ", 1)[0] ?? "").split("/", 2).map((part) => parseDecimal(part, 1_000_000));
        break;
    }
  }
  return { account, newMessages: counts[0] ?? (isWaiting ? 1 : 0), oldMessages: counts[1] ?? 0 };
}
