import { fileURLToPath } from "node:url";
import { type Plugin, runnerImport } from "vite";
import type { Shape } from "./src/features/settings/sync/settings-shape.ts";

const ID = "virtual:settings-shape";
const CONTRACT = fileURLToPath(new URL("../../packages/contract/src/index.ts", import.meta.url));

/** As much of a zod schema as is read here. */
interface Schema {
  readonly def: {
    readonly type: string;
    readonly innerType?: Schema;
    readonly element?: Schema;
    readonly keyType?: Schema;
    readonly valueType?: Schema;
    readonly shape?: Readonly<Record<string, Schema>>;
    readonly entries?: Readonly<Record<string, string>>;
    readonly values?: readonly unknown[];
    readonly checks?: readonly { readonly _zod: { readonly def: Check } }[];
  };
}

interface Check {
  readonly check: string;
  readonly maximum?: number;
  readonly pattern?: RegExp;
}

function checksOf({ def }: Schema): Readonly<Record<string, Check>> {
  return Object.fromEntries((def.checks ?? []).map(({ _zod }) => [_zod.def.check, _zod.def]));
}

function textShape(schema: Schema): Shape {
  const { max_length: longest, string_format: format, custom, ...others } = checksOf(schema);
  if (Object.keys(others).length > 0) throw new Error(`A text is checked for ${Object.keys(others)}`);
  return {
    is: "text",
    ...(longest?.maximum === undefined ? {} : { max: longest.maximum }),
    ...(format?.pattern === undefined ? {} : { pattern: format.pattern.source }),
    ...(custom ? { isStorable: true } : {}),
  };
}

/** The schema as plain data. What it cannot say stops the build, so that the console never knows less than the server. */
function shapeOf(schema: Schema | undefined): Shape {
  const { def } = schema ?? { def: { type: "nothing" } };
  switch (def.type) {
    case "string":
      return textShape({ def });
    case "boolean":
      return { is: "flag" };
    case "enum":
      return { is: "one", of: Object.values(def.entries ?? {}) };
    case "literal":
      return { is: "one", of: [...(def.values ?? [])] };
    case "nullable":
      return { is: "nullable", inner: shapeOf(def.innerType) };
    case "array": {
      const max = checksOf({ def }).max_length?.maximum;
      return { is: "list", of: shapeOf(def.element), ...(max === undefined ? {} : { max }) };
    }
    case "record":
      return { is: "map", keys: shapeOf(def.keyType), values: shapeOf(def.valueType) };
    case "object": {
      const fields = Object.entries(def.shape ?? {}).map(([name, field]) => [name, shapeOf(field)] as const);
      return { is: "object", fields: Object.fromEntries(fields) };
    }
    default:
      throw new Error(
        `The settings have a "${def.type}", which the console cannot read without the schema library`,
      );
  }
}

/**
 * Serves the shape of the user's settings as plain data, made from the contract's schema. Whoever is signed in reads
 * his settings before anything is shown; the schema library itself would be a quarter of what that takes to load.
 */
export function settingsShape(): Plugin {
  return {
    name: "offhook:settings-shape",
    resolveId: (source) => (source === ID ? `\0${ID}` : undefined),
    async load(id) {
      if (id !== `\0${ID}`) return undefined;
      const { module, dependencies } = await runnerImport<{ UserSettings: Schema }>(CONTRACT, {
        configFile: false,
      });
      for (const file of dependencies) this.addWatchFile(file);
      return `export const settingsShape = ${JSON.stringify(shapeOf(module.UserSettings))};`;
    },
  };
}
