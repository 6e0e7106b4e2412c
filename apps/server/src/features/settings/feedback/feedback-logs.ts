import { withoutSecrets } from "../../../platform/logging/logger.ts";

const SECRET_FIELDS =
  /("?\b(?:pass(?:word|hash|phrase)?|secret|token|refreshToken|access_token|refresh_token|authorization|cookie|api_?key|code|otp)"?\s*[:=]\s*)("[^"]*"|'[^']*'|[^\s,;}&]+)/gi;

/** A client removes secrets from its logs before it sends them. One that is old or wrong must not fill our store. */
export function redactLogs(logs: string): string {
  return withoutSecrets(logs).replace(SECRET_FIELDS, "$1[removed]");
}
