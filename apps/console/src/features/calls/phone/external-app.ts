import type { OpenCallInExternalApp } from "@offhook/contract";

/** The address of a call in another application; undefined when none is to be opened. */
export function externalAppAddress(
  settings: OpenCallInExternalApp,
  call: { readonly number: string; readonly name: string; readonly isIncoming: boolean },
): string | undefined {
  const { isEnabled, onlyForIncomingCalls, includeCountryCode, url } = settings;
  if (!isEnabled || url.trim() === "" || (onlyForIncomingCalls && !call.isIncoming)) return undefined;
  const number = includeCountryCode
    ? withCountryCode(call.number)
    : call.number.replace(/^\+?1(?=\d{10}$)/, "");
  const filled = url
    .trim()
    .replaceAll("{number}", encodeURIComponent(number))
    .replaceAll("{name}", encodeURIComponent(call.name));
  // Whatever was written in front: numbers of callers never travel in the clear, and no other scheme is opened.
  const address = `https://${filled.replace(/^[a-z][a-z\d+.-]*:(?:\/\/)?/i, "").replace(/^\/+/, "")}`;
  return URL.canParse(address) ? address : undefined;
}

const withCountryCode = (number: string): string => number.replace(/^\+?(?:1(?=\d{10}$))?(?=\d{10}$)/, "1");
