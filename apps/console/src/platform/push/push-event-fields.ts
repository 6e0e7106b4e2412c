export type FieldKind = "array" | "boolean" | "null" | "number" | "object" | "string" | "undefined";

/** By type and field: what the field may be. */
export type EventFields = Readonly<Record<string, Readonly<Record<string, readonly FieldKind[]>>>>;
