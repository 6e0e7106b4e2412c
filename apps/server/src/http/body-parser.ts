import type { FastifyInstance } from "fastify";
import { requestInvalid } from "./request-errors.ts";

/** Written out in JSON, NUL and lone surrogates can only come as escapes; nearly no body has one. */
const SUSPECT = /\\u(0000|[dD][89a-fA-F])/;

/**
 * JSON bodies only. Text that PostgreSQL cannot store (NUL, half of a surrogate pair) is refused here once, so that
 * no handler has to think of it.
 */
export function acceptJsonBodies(app: FastifyInstance): void {
  const parse = app.getDefaultJsonParser("error", "error");
  app.removeAllContentTypeParsers();
  app.addContentTypeParser("application/json", { parseAs: "string" }, (request, text: string, done) => {
    void parse(request, text, (error, value: unknown) => {
      if (!error && SUSPECT.test(text) && holdsUnstorableText(value)) done(requestInvalid(UNSTORABLE));
      else done(error, value);
    });
  });
}

export const UNSTORABLE = "The request holds a character that is not allowed";

function holdsUnstorableText(value: unknown): boolean {
  if (typeof value === "string") return value.includes("\0") || /\p{Surrogate}/u.test(value);
  if (typeof value !== "object" || value === null) return false;
  return Object.entries(value).some(
    ([name, inner]) => holdsUnstorableText(name) || holdsUnstorableText(inner),
  );
}
