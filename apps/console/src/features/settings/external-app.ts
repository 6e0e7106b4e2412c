import type { OpenCallInExternalApp } from "@offhook/contract";

interface ExternalCall {
  readonly number: string;
  readonly name: string;
  readonly isIncoming: boolean;
}

const WEB_SCHEME = /^https?:\/\//i;
const ANY_SCHEME = /^[a-z][a-z\d+.-]*:(?!\d)/i;
const HOST = /^[a-z\d.-]*[a-z\d](?::\d+)?$/i;

/** The address of a call in another application; undefined when none is to be opened. */
export function externalAppAddress(app: OpenCallInExternalApp, call: ExternalCall): string | undefined {
  if (!app.isEnabled || (app.onlyForIncomingCalls && !call.isIncoming)) return undefined;
  const number = app.includeCountryCode ? withCountryCode(call.number) : withoutCountryCode(call.number);
  return filledIn(app.url, number, call.name);
}

/** Why an address cannot be used; an empty one is simply not used yet. */
export function externalAppProblem(url: string): string | undefined {
  if (url.trim() === "") return undefined;
  return filledIn(url, "12125550110", "Ana Reyes") === undefined ? "This is not an address" : undefined;
}

/** Https whatever was written, so that a caller's number never travels in the open. */
function filledIn(url: string, number: string, name: string): string | undefined {
  const written = url.trim().replace(WEB_SCHEME, "");
  // Other schemes could run a script or start a program.
  if (ANY_SCHEME.test(written) || !HOST.test(/^[^/?#]*/.exec(written)?.[0] ?? "")) return undefined;
  const filled = written
    .replaceAll("{number}", encodeURIComponent(number))
    .replaceAll("{name}", encodeURIComponent(name));
  return URL.canParse(`https://${filled}`) ? new URL(`https://${filled}`).href : undefined;
}

const withCountryCode = (number: string): string => number.replace(/^\+?(?:1(?=\d{10}$))?(?=\d{10}$)/, "1");
const withoutCountryCode = (number: string): string => number.replace(/^\+?1(?=\d{10}$)/, "");
