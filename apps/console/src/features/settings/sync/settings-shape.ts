/** A schema as plain data: what the build makes of the contract's user settings. */
export type Shape =
  | { readonly is: "text"; readonly max?: number; readonly pattern?: string; readonly isStorable?: true }
  | { readonly is: "flag" }
  | { readonly is: "one"; readonly of: readonly unknown[] }
  | { readonly is: "nullable"; readonly inner: Shape }
  | { readonly is: "list"; readonly of: Shape; readonly max?: number }
  | { readonly is: "map"; readonly keys: Shape; readonly values: Shape }
  | { readonly is: "object"; readonly fields: Readonly<Record<string, Shape>> };

type Fields = Readonly<Record<string, unknown>>;

// As the contract has it: what the database cannot hold is no text.
const UNSTORABLE = /\0|\p{Surrogate}/u;

export function isFields(value: unknown): value is Fields {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** The entries of a map; a key of this name would be the object's own nature and no entry. */
function entriesOf(value: Fields): [string, unknown][] {
  return Object.entries(value).filter(([key]) => key !== "__proto__");
}

export function fits(shape: Shape, value: unknown): boolean {
  switch (shape.is) {
    case "text":
      return typeof value === "string" && textFits(shape, value);
    case "flag":
      return typeof value === "boolean";
    case "one":
      return shape.of.includes(value);
    case "nullable":
      return value === null || fits(shape.inner, value);
    case "list":
      return (
        Array.isArray(value) &&
        value.length <= (shape.max ?? Number.POSITIVE_INFINITY) &&
        value.every((entry) => fits(shape.of, entry))
      );
    case "map":
      return (
        isFields(value) &&
        entriesOf(value).every(([key, entry]) => fits(shape.keys, key) && fits(shape.values, entry))
      );
    case "object":
      return (
        isFields(value) && Object.entries(shape.fields).every(([name, field]) => fits(field, value[name]))
      );
  }
}

function textFits(shape: Extract<Shape, { is: "text" }>, value: string): boolean {
  if (shape.max !== undefined && value.length > shape.max) return false;
  if (shape.pattern !== undefined && !new RegExp(shape.pattern).test(value)) return false;
  return !(shape.isStorable && UNSTORABLE.test(value));
}

/** A value that fits, less the fields that its shape does not name. */
export function trim(shape: Shape, value: unknown): unknown {
  if (shape.is === "nullable") return value === null ? null : trim(shape.inner, value);
  if (shape.is === "list" && Array.isArray(value)) return value.map((entry) => trim(shape.of, entry));
  if (shape.is === "map" && isFields(value)) {
    return Object.fromEntries(entriesOf(value).map(([key, entry]) => [key, trim(shape.values, entry)]));
  }
  if (shape.is === "object" && isFields(value)) {
    return Object.fromEntries(
      Object.entries(shape.fields).map(([name, field]) => [name, trim(field, value[name])]),
    );
  }
  return value;
}

/** Whatever of the value is usable, down to single entries of a list; the rest is the fallback's. */
export function salvage(shape: Shape, value: unknown, fallback: unknown): unknown {
  if (fits(shape, value)) return trim(shape, value);
  if (shape.is === "nullable") return salvage(shape.inner, value, fallback);
  if (shape.is === "list" && Array.isArray(value)) {
    const kept = value.filter((entry) => fits(shape.of, entry)).map((entry) => trim(shape.of, entry));
    // A list that is too long even when cleaned is no list anyone made by hand.
    return fits(shape, kept) ? kept : fallback;
  }
  if (shape.is === "map" && isFields(value)) {
    return Object.fromEntries(entriesOf(value).filter(([key, entry]) => fits(shape, { [key]: entry })));
  }
  if (shape.is === "object" && isFields(value) && isFields(fallback)) {
    return Object.fromEntries(
      Object.entries(shape.fields).map(([name, field]) => [
        name,
        salvage(field, value[name], fallback[name]),
      ]),
    );
  }
  return fallback;
}
