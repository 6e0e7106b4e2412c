import type { z } from "zod";

export type ResultWriter = (result: unknown) => string;

/** Kinds of schema whose output differs from their input: a result must pass through them before it is sent. */
const CHANGING = new Set(["default", "prefault", "transform", "catch", "pipe"]);

/**
 * Makes the function that puts a handler's result into its envelope. With `check` the result must be just what the
 * schema says, down to fields it does not name; without, schemas that change nothing are not run at all.
 */
export function createResultWriter(operation: string, schema: z.ZodType, check: boolean): ResultWriter {
  const changes = changesItsInput(schema);
  if (!check && !changes) return envelope;
  return (result) => {
    const parsed = schema.safeParse(result);
    if (!parsed.success) {
      const [issue] = parsed.error.issues;
      throw new Error(
        `The result of ${operation} does not fit its schema: ${issue?.path.join(".")}: ${issue?.message}`,
      );
    }
    const unnamed = check && !changes ? unnamedField(result, parsed.data) : undefined;
    if (unnamed)
      throw new Error(`The result of ${operation} has a field its schema does not name: ${unnamed}`);
    return envelope(parsed.data);
  };
}

function envelope(result: unknown): string {
  return `{"error":null,"result":${result === undefined ? "null" : JSON.stringify(result)}}`;
}

interface SchemaDefinition {
  readonly type?: string;
  readonly coerce?: boolean;
  readonly check?: string;
  readonly getter?: () => unknown;
}

/** Walks the schema as data; lazy parts are looked at once, so that schemas which contain themselves end. */
function changesItsInput(schema: unknown, seen = new Set<unknown>()): boolean {
  if (typeof schema !== "object" || schema === null || seen.has(schema)) return false;
  seen.add(schema);
  const def = (schema as { _zod?: { def?: SchemaDefinition } })._zod?.def;
  if (!def) return Object.values(schema).some((part) => changesItsInput(part, seen));
  // An "overwrite" is what trim() and its like are.
  if (CHANGING.has(def.type ?? "") || def.coerce === true || def.check === "overwrite") return true;
  const parts = def.getter ? [def.getter()] : Object.values(def);
  return parts.some((part) => changesItsInput(part, seen));
}

/** The path of a field that was in the result and is not in what the schema made of it. */
function unnamedField(result: unknown, parsed: unknown, path = ""): string | undefined {
  if (typeof result !== "object" || result === null || typeof parsed !== "object" || parsed === null)
    return undefined;
  for (const [name, value] of Object.entries(result)) {
    if (value === undefined) continue;
    const here = path === "" ? name : `${path}.${name}`;
    if (!Object.hasOwn(parsed, name)) return here;
    const inner = unnamedField(value, (parsed as Record<string, unknown>)[name], here);
    if (inner) return inner;
  }
  return undefined;
}
