/** As much of a JSON schema as is read here. */
export interface JsonSchema {
  readonly type?: string;
  readonly format?: string;
  readonly const?: unknown;
  readonly enum?: readonly unknown[];
  readonly anyOf?: readonly JsonSchema[];
  readonly oneOf?: readonly JsonSchema[];
  readonly allOf?: readonly JsonSchema[];
  readonly properties?: Readonly<Record<string, JsonSchema>>;
  readonly items?: JsonSchema;
  readonly minimum?: number;
  readonly description?: string;
  readonly examples?: readonly unknown[];
}

/** Texts that look like those of a real company; anything else is shown as a text. */
const TEXTS: Readonly<Record<string, string>> = {
  phone: "5001",
  line: "5001",
  mailbox: "5001",
  forwarding: "+12025550143",
  smsLine: "12025550100",
  sms_line: "12025550100",
  conversation: "+12025550143",
  number: "+12025550143",
  dnumber: "5002",
  firstname: "Ines",
  lastname: "Moreau",
  byName: "Ines Moreau",
  settings: '{"theme":"dark"}',
};

/** A value that fits the schema, always the same. */
export function exampleOf(schema: JsonSchema, name = ""): unknown {
  if ("const" in schema) return schema.const;
  if (schema.enum) return schema.enum[0];
  const [variant] = schema.anyOf ?? schema.oneOf ?? [];
  if (variant) return exampleOf(variant, name);
  if (schema.allOf) return Object.assign({}, ...schema.allOf.map((part) => exampleOf(part, name)));
  switch (schema.type) {
    case "object":
      return Object.fromEntries(
        Object.entries(schema.properties ?? {}).map(([field, inner]) => [field, exampleOf(inner, field)]),
      );
    case "array":
      return schema.items ? [exampleOf(schema.items, name)] : [];
    case "integer":
    case "number":
      return Math.max(1, schema.minimum ?? 1);
    case "boolean":
      return true;
    case "string":
      return schema.format === "date-time" ? "2026-03-02T09:30:00Z" : (TEXTS[name] ?? "text");
    default:
      return null;
  }
}
