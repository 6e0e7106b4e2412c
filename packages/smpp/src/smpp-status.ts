import { smpp } from "./smpp-library.ts";

const NAMES = new Map(Object.entries(smpp.errors).map(([name, code]) => [code, name] as const));

/** `ESME_RTHROTTLED` and the like; what the standard does not name keeps its number. */
export function statusName(code: number): string {
  return NAMES.get(code) ?? `0x${code.toString(16).padStart(8, "0")}`;
}

export function statusCode(name: string): number {
  const code = smpp.errors[name];
  if (code === undefined) throw new RangeError(`SMPP has no status ${name}`);
  return code;
}
