export interface ExternalCall {
  readonly number: string;
  readonly name: string;
}

const WEB_SCHEME = /^https?:\/\//i;
const ANY_SCHEME = /^[a-z][a-z\d+.-]*:(?!\d)/i;
const HOST = /^[a-z\d.-]*[a-z\d](?::\d+)?$/i;

/** Fills the template in; https whatever was written, so that a caller's number never travels in the open. */
export function externalAppAddress(template: string, call: ExternalCall): string | undefined {
  const written = template.trim().replace(WEB_SCHEME, "");
  // Other schemes could run a script or start a program.
  if (ANY_SCHEME.test(written) || !HOST.test(/^[^/?#]*/.exec(written)?.[0] ?? "")) return undefined;
  const filled = written
    .replaceAll("{number}", encodeURIComponent(call.number))
    .replaceAll("{name}", encodeURIComponent(call.name));
  return URL.canParse(`https://${filled}`) ? new URL(`https://${filled}`).href : undefined;
}

/** Why a template cannot be used; an empty one is simply not used yet. */
export function externalAppProblem(template: string): string | undefined {
  if (template.trim() === "") return undefined;
  const sample = { number: "12125550110", name: "Ana Reyes" };
  return externalAppAddress(template, sample) === undefined ? "This is not an address" : undefined;
}
