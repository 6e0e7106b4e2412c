import { isHex, isHostCode, isMadeOf } from "./character-classes.ts";
import { MAX_PORT, parseDecimal } from "./decimal.ts";

/** `host` keeps the brackets of an IPv6 reference, as every place that writes it needs them. */
export interface HostPort {
  readonly host: string;
  readonly port: number | undefined;
}

/** RFC 3261 `hostport`, the whole text and nothing else. */
export function parseHostPort(text: string): HostPort | undefined {
  const hostEnd = text.charCodeAt(0) === 0x5b ? text.indexOf("]") + 1 : endOfName(text);
  if (hostEnd <= 0) return undefined;
  const host = text.slice(0, hostEnd);
  if (!isHost(host)) return undefined;
  if (hostEnd === text.length) return { host, port: undefined };
  if (text.charCodeAt(hostEnd) !== 0x3a) return undefined;
  const port = parseDecimal(text.slice(hostEnd + 1), MAX_PORT);
  return port === undefined ? undefined : { host, port };
}

function endOfName(text: string): number {
  const colon = text.indexOf(":");
  return colon < 0 ? text.length : colon;
}

export function isHost(text: string): boolean {
  if (text.charCodeAt(0) === 0x5b) return text.endsWith("]") && isIpv6(text.slice(1, -1));
  return text.length <= 255 && isMadeOf(text, isHostCode);
}

export function formatHostPort({ host, port }: HostPort): string {
  return port === undefined ? host : `${host}:${port}`;
}

export function isIpv4(text: string): boolean {
  const parts = text.split(".", 5);
  return (
    parts.length === 4 && parts.every((part) => part.length < 4 && parseDecimal(part, 255) !== undefined)
  );
}

/** RFC 4291 §2.2 without brackets: eight groups, or fewer around one "::", the last two maybe as IPv4. */
export function isIpv6(text: string): boolean {
  if (text.length < 2 || text.length > 45) return false;
  const gap = text.indexOf("::");
  if (gap < 0) return groupCount(text) === 8;
  if (text.indexOf("::", gap + 1) >= 0) return false;
  const head = text.slice(0, gap);
  const tail = text.slice(gap + 2);
  const before = head === "" ? 0 : groupCount(head, false);
  const after = tail === "" ? 0 : groupCount(tail);
  return before >= 0 && after >= 0 && before + after <= 7;
}

function groupCount(text: string, mayEndInIpv4 = true): number {
  const groups = text.split(":", 9);
  let count = 0;
  for (const [index, group] of groups.entries()) {
    const isLast = index === groups.length - 1;
    if (group.length >= 1 && group.length <= 4 && isMadeOf(group, isHex)) count += 1;
    else if (isLast && mayEndInIpv4 && isIpv4(group)) count += 2;
    else return -9;
  }
  return count;
}

/** Names compare without case; so do addresses, whose letters are hexadecimal. */
export function isSameHost(left: string, right: string): boolean {
  return left === right || (left.length === right.length && left.toLowerCase() === right.toLowerCase());
}
