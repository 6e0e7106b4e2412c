import fc from "fast-check";

/** Something no screen has thought of. */
const anything: fc.Arbitrary<unknown> = fc.oneof(
  fc.constantFrom(null, 0, -1, 1e300, "", "x", true, [], {}, [null], { a: null }, "\u2421", "2030-13-45"),
  fc.jsonValue({ maxDepth: 3 }),
);

type Plain = Readonly<Record<string, unknown>>;

/** The whole of it, or a part somewhere inside, is missing or of another kind than its schema says. */
export function corrupted<Entity extends object>(entity: Entity): fc.Arbitrary<Entity> {
  const whole = fc.constantFrom<unknown>(null, 7, "x", [], {});
  return fc
    .oneof({ weight: 1, arbitrary: whole }, { weight: 9, arbitrary: corruptedPart(entity as Plain) })
    .map(
      // What a broken service sends is what its types say it never would.
      (broken) => broken as Entity,
    );
}

function corruptedPart(entity: Plain): fc.Arbitrary<unknown> {
  return fc
    .record({
      path: fc.constantFrom(...pathsIn(entity)),
      value: anything,
      isMissing: fc.boolean(),
    })
    .map(({ path, value, isMissing }) => replaced(entity, path, isMissing ? undefined : value));
}

function pathsIn(value: unknown): readonly (readonly string[])[] {
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).flatMap(([name, part]) => [
    [name],
    ...pathsIn(part).map((rest) => [name, ...rest]),
  ]);
}

function replaced(value: unknown, [name, ...rest]: readonly string[], by: unknown): unknown {
  if (name === undefined) return by;
  const copy = (Array.isArray(value) ? [...value] : { ...(value as Plain) }) as Record<string, unknown>;
  copy[name] = replaced(copy[name], rest, by);
  // As JSON has it: what is undefined is not there.
  if (copy[name] === undefined && !Array.isArray(copy)) delete copy[name];
  return copy;
}

const USUAL_RUNS = 25;
/** Longer runs on request, by `VITE_FUZZ_RUNS`. */
export const FUZZ_RUNS = Number(import.meta.env.VITE_FUZZ_RUNS ?? USUAL_RUNS);

/** A few of them, the same ones on every run unless a longer one is asked for. */
export function someCorrupted<Entity extends object>(
  anEntity: (place: number) => Entity,
  count: number,
): readonly Entity[] {
  const seed = FUZZ_RUNS === USUAL_RUNS ? 18 : Date.now();
  return Array.from({ length: count }, (_, place) => {
    const [broken] = fc.sample(corrupted(anEntity(place)), { numRuns: 1, seed: seed + place });
    return broken as Entity;
  });
}
