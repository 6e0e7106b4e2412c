/** `key` is what code looks for, `name` what the serializer writes. */
export interface HeaderName {
  readonly key: string;
  readonly name: string;
}

const KNOWN_NAMES = [
  "Accept",
  "Accept-Encoding",
  "Accept-Language",
  "Alert-Info",
  "Allow",
  "Allow-Events",
  "Authentication-Info",
  "Authorization",
  "Call-ID",
  "Call-Info",
  "Contact",
  "Content-Disposition",
  "Content-Encoding",
  "Content-ID",
  "Content-Language",
  "Content-Length",
  "Content-Transfer-Encoding",
  "Content-Type",
  "CSeq",
  "Date",
  "Diversion",
  "Error-Info",
  "Event",
  "Expires",
  "Flow-Timer",
  "From",
  "Geolocation",
  "Geolocation-Error",
  "Geolocation-Routing",
  "In-Reply-To",
  "Max-Forwards",
  "Min-Expires",
  "Min-SE",
  "MIME-Version",
  "Organization",
  "P-Asserted-Identity",
  "P-Preferred-Identity",
  "Path",
  "Priority",
  "Privacy",
  "Proxy-Authenticate",
  "Proxy-Authorization",
  "Proxy-Require",
  "RAck",
  "Reason",
  "Record-Route",
  "Refer-Sub",
  "Refer-To",
  "Referred-By",
  "Replaces",
  "Reply-To",
  "Require",
  "Retry-After",
  "Route",
  "RSeq",
  "Server",
  "Service-Route",
  "Session-Expires",
  "SIP-ETag",
  "SIP-If-Match",
  "Subject",
  "Subscription-State",
  "Supported",
  "Timestamp",
  "To",
  "Unsupported",
  "User-Agent",
  "Via",
  "Warning",
  "WWW-Authenticate",
] as const;

export type KnownHeaderName = (typeof KNOWN_NAMES)[number];

/** The one-letter forms of the headers above (RFC 3261 §7.3.3 and the extensions' own). */
const COMPACT_FORMS: Readonly<Record<string, KnownHeaderName>> = {
  b: "Referred-By",
  c: "Content-Type",
  e: "Content-Encoding",
  f: "From",
  i: "Call-ID",
  k: "Supported",
  l: "Content-Length",
  m: "Contact",
  o: "Event",
  r: "Refer-To",
  s: "Subject",
  t: "To",
  u: "Allow-Events",
  v: "Via",
  x: "Session-Expires",
};

const BY_SPELLING = new Map<string, HeaderName>();

for (const name of KNOWN_NAMES) {
  const entry = { key: name.toLowerCase(), name };
  BY_SPELLING.set(entry.key, entry);
  BY_SPELLING.set(name, entry);
}
for (const [letter, name] of Object.entries(COMPACT_FORMS)) {
  const entry = BY_SPELLING.get(name);
  if (!entry) continue;
  BY_SPELLING.set(letter, entry);
  BY_SPELLING.set(letter.toUpperCase(), entry);
}

/** The entry for a header this stack knows, in any case and in compact form. */
export function knownHeader(spelling: string): HeaderName | undefined {
  // Nearly every message spells its headers as the RFC does; lower case is made only for the rest.
  return BY_SPELLING.get(spelling) ?? BY_SPELLING.get(spelling.toLowerCase());
}

export function headerKey(spelling: string): string {
  return knownHeader(spelling)?.key ?? spelling.toLowerCase();
}
