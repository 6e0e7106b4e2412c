import { createHmac, timingSafeEqual } from "node:crypto";

export interface FileUrlOptions {
  /** Path and query of the file, without origin. All of it is covered by the signature. */
  readonly path: string;
  readonly secret: Uint8Array;
  readonly now: number;
  /** It works at least this long, and at most twice as long. */
  readonly validForMs: number;
}

/** An address that whoever has it can read the file by, for a while. */
export function signFileUrl({ path, secret, now, validForMs }: FileUrlOptions): string {
  // Rounded, so that within one span the address stays the same and browsers can cache what it leads to.
  const expiresAt = Math.ceil((now + validForMs) / validForMs) * validForMs;
  const unsigned = `${path}${path.includes("?") ? "&" : "?"}expires=${expiresAt}`;
  return `${unsigned}&signature=${sign(unsigned, secret)}`;
}

/** Takes path and query exactly as they were requested. */
export function verifyFileUrl(
  url: string,
  { secret, now }: { readonly secret: Uint8Array; readonly now: number },
): boolean {
  const match = /^(.*[?&]expires=(\d{1,16}))&signature=([\w-]{43})$/.exec(url);
  const [, unsigned = "", expiresAt, signature = ""] = match ?? [];
  const isGenuine =
    match !== null && timingSafeEqual(Buffer.from(signature), Buffer.from(sign(unsigned, secret)));
  return isGenuine && now < Number(expiresAt);
}

function sign(unsigned: string, secret: Uint8Array): string {
  return createHmac("sha256", secret).update(unsigned).digest("base64url");
}
