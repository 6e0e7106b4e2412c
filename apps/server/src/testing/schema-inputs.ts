import fc from "fast-check";
import type { z } from "zod";

/** Texts that break programs: empty, huge, other scripts, control characters, names of JavaScript's own parts. */
export const nastyText = fc.oneof(
  fc.constantFrom(
    "",
    " ",
    "__proto__",
    "constructor",
    "toString",
    "null",
    "undefined",
    "NaN",
    "-1",
    "0",
    "1e308",
    "9007199254740993",
    "2147483648",
    "%",
    "%00",
    "%E0%A4%A",
    "../../etc/passwd",
    "' or 1=1 --",
    "{{7*7}}",
    "<script>alert(1)</script>",
    "שלום عليكم 你好 👩‍👩‍👧‍👦",
    "\u202Eright to left",
    "\u0000",
    "\ud800",
    "a".repeat(5_000),
    "x\r\nSet-Cookie: a=b",
  ),
  fc.string({ unit: "binary", maxLength: 40 }),
  fc.string({ unit: "grapheme", maxLength: 40 }),
);

/** Any JSON value, with keys that reach for prototypes, and now and then very deep. */
const nastyValue: fc.Arbitrary<unknown> = fc.oneof(
  fc.constantFrom(null, true, false, 0, -1, 1.5, 2 ** 31, 2 ** 53, -(2 ** 63), 1e308, [], {}, [[[[]]]]),
  nastyText,
  fc.jsonValue({ maxDepth: 4 }),
  fc.dictionary(nastyText, fc.jsonValue({ maxDepth: 2 }), { maxKeys: 5 }),
  fc.array(nastyText, { maxLength: 50 }),
  fc.constant(JSON.parse(`${"[".repeat(500)}${"]".repeat(500)}`)),
);

interface Definition {
  readonly type: string;
  readonly shape: Readonly<Record<string, z.core.$ZodType>>;
  readonly options: readonly z.core.$ZodType[];
  readonly entries: object;
  readonly values: readonly unknown[];
  readonly element: z.core.$ZodType;
  readonly innerType: z.core.$ZodType;
  readonly valueType: z.core.$ZodType;
  readonly in: z.core.$ZodType;
}

/** Values that a schema describes, more or less: close enough to get past it often, and into the handler. */
function plausible(schema: z.core.$ZodType): fc.Arbitrary<unknown> {
  const def = (schema as unknown as { _zod: { def: Definition } })._zod.def;
  switch (def.type) {
    case "object":
      return plausibleObject(def.shape);
    case "array":
      return fc.array(plausible(def.element), { maxLength: 4 });
    case "union":
      return fc.oneof(...def.options.map(plausible));
    case "optional":
    case "default":
    case "prefault":
      return fc.option(plausible(def.innerType), { nil: undefined });
    case "nullable":
      return fc.option(plausible(def.innerType), { nil: null });
    case "pipe":
      return plausible(def.in);
    case "enum":
      return fc.constantFrom(...Object.values(def.entries));
    case "literal":
      return fc.constantFrom(...def.values);
    case "number":
      return fc.oneof(fc.integer({ min: 0, max: 50 }), fc.integer(), fc.maxSafeInteger());
    case "boolean":
      return fc.boolean();
    case "null":
      return fc.constant(null);
    case "string":
      return plausibleText;
    case "record":
      return fc.dictionary(plausibleText, plausible(def.valueType), { maxKeys: 4 });
    default:
      return nastyValue;
  }
}

const plausibleText = fc.oneof(
  fc.constantFrom(
    "101",
    "+12125550110",
    "12125550110",
    "maya@harborlight.example",
    "Main",
    "1",
    "👋",
    "today",
  ),
  fc.uuid(),
  fc.string({ unit: "grapheme", minLength: 1, maxLength: 20 }),
  fc.emailAddress(),
  fc.webUrl(),
);

function plausibleObject(shape: Readonly<Record<string, z.core.$ZodType>>): fc.Arbitrary<unknown> {
  return fc.record(Object.fromEntries(Object.entries(shape).map(([name, part]) => [name, plausible(part)])));
}

/** What a part of a request may be: fitting, fitting but for one field, or nonsense. */
export function inputFor(schema: z.core.$ZodType | undefined): fc.Arbitrary<unknown> {
  if (!schema) return fc.oneof(fc.constant(undefined), nastyValue);
  const fitting = plausible(schema);
  const spoiled = fc.tuple(fitting, fc.nat(), nastyValue).map(([value, index, spoil]) => {
    if (typeof value !== "object" || value === null || Array.isArray(value)) return spoil;
    const names = Object.keys(value);
    const name = names[index % (names.length + 1)] ?? "unexpected";
    return { ...value, [name]: spoil };
  });
  return fc.oneof({ weight: 4, arbitrary: fitting }, { weight: 4, arbitrary: spoiled }, nastyValue);
}
