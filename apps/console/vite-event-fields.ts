import { fileURLToPath } from "node:url";
import { type Plugin, runnerImport } from "vite";
import type { EventFields, FieldKind } from "./src/platform/push/push-event-fields.ts";

const ID = "virtual:event-fields";
const CONTRACT = fileURLToPath(new URL("../../packages/contract/src/index.ts", import.meta.url));

/** As much of a zod schema as is read here. */
interface Schema {
  readonly def: {
    readonly type: string;
    readonly innerType?: Schema;
    readonly options?: readonly Schema[];
    readonly shape?: Readonly<Record<string, Schema>>;
    readonly values?: readonly unknown[];
  };
}

const KIND_OF: Readonly<Record<string, FieldKind>> = {
  string: "string",
  enum: "string",
  number: "number",
  boolean: "boolean",
  array: "array",
  object: "object",
  record: "object",
  null: "null",
};

function kindsOf({ def }: Schema): readonly FieldKind[] {
  const inner = def.innerType ? kindsOf(def.innerType) : [];
  if (def.type === "nullable") return [...inner, "null"];
  if (def.type === "optional") return [...inner, "undefined"];
  if (def.type === "union") return (def.options ?? []).flatMap(kindsOf);
  if (def.type === "literal") return (def.values ?? []).map((value) => typeof value as FieldKind);
  const kind = KIND_OF[def.type];
  // The console never knows less than the server says.
  if (!kind) throw new Error(`An event has a field of the kind ${def.type}`);
  return [kind];
}

/** What every variant of an event has, besides its type. */
function fieldsOf({ def }: Schema): Readonly<Record<string, readonly FieldKind[]>> {
  const [first = {}, ...others] = (def.options ?? [{ def }]).map((variant) => variant.def.shape ?? {});
  const common = Object.entries(first).filter(
    ([name]) => name !== "type" && others.every((shape) => name in shape),
  );
  return Object.fromEntries(common.map(([name, schema]) => [name, [...new Set(kindsOf(schema))]]));
}

/**
 * Serves the fields of every push event as plain data. The live line looks at each event before anyone hears it, and
 * the schemas themselves would put zod into the first chunk.
 */
export function eventFields(): Plugin {
  return {
    name: "offhook:event-fields",
    resolveId: (source) => (source === ID ? `\0${ID}` : undefined),
    async load(id) {
      if (id !== `\0${ID}`) return undefined;
      const { module, dependencies } = await runnerImport<{
        pushEvents: Record<string, { readonly schema: Schema }>;
      }>(CONTRACT, { configFile: false });
      for (const file of dependencies) this.addWatchFile(file);
      const rows = Object.entries(module.pushEvents).map(([type, { schema }]) => [type, fieldsOf(schema)]);
      const fields: EventFields = Object.fromEntries(rows);
      return `export const eventFields = ${JSON.stringify(fields)};`;
    },
  };
}
