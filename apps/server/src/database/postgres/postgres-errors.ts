const UNIQUE_VIOLATION = "23505";

const codeOf = (error: unknown): string =>
  error instanceof Error && "code" in error ? String(error.code) : "";

/** Bad data and broken constraints, in PostgreSQL's own classes: no waiting makes that better. */
export const isRefusedData = (error: unknown): boolean => /^2[23]/.test(codeOf(error));

/** Another row has the value already. With a constraint's name, only when it is that one. */
export function isTaken(error: unknown, constraint?: string): boolean {
  if (codeOf(error) !== UNIQUE_VIOLATION) return false;
  return constraint === undefined || (error as { readonly constraint?: unknown }).constraint === constraint;
}
