import type { CallerNames } from "./caller-name-service.ts";

export interface HttpCallerNamesOptions {
  /** With `{number}` where the number belongs, as `+12125550110`. */
  readonly address: string;
  /** Sent as a bearer token, where the service wants one. */
  readonly token: string | undefined;
}

const ANSWER_MS = 3_000;
const MAX_NAME = 60;

/**
 * A CNAM service over HTTP, as carriers and OpenCNAM offer it: JSON with the name in `name` or `cnam`, or the name as
 * plain text; 404 where there is none.
 */
export function createHttpCallerNames({ address, token }: HttpCallerNamesOptions): CallerNames {
  return {
    async find(number) {
      const response = await fetch(address.replace("{number}", encodeURIComponent(`+${number}`)), {
        headers: {
          accept: "application/json",
          ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
        },
        signal: AbortSignal.timeout(ANSWER_MS),
      });
      if (response.status === 404) return null;
      if (!response.ok) throw new Error(`The register answered ${response.status}`);
      return nameIn(await response.text());
    },
  };
}

function nameIn(body: string): string | null {
  const name = body.trim().startsWith("{") ? nameOf(JSON.parse(body)) : body;
  return typeof name === "string"
    ? name
        .replace(/[\p{Cc}\p{Surrogate}]/gu, "")
        .trim()
        .slice(0, MAX_NAME) || null
    : null;
}

function nameOf(answer: { readonly name?: unknown; readonly cnam?: unknown }): unknown {
  return answer.name ?? answer.cnam;
}
