/** What clients send to clear a value, since null means "leave it alone". */
export const CLEARED = "\u2421";

export interface ChangedValue {
  readonly value: unknown;
  readonly isChanged: boolean;
}

/**
 * `public`, `private`, `trusted` and `aux`: objects are merged key by key, everything else is replaced. The value comes
 * back as undefined when nothing is left of it.
 */
export function mergeValue(before: unknown, change: unknown): ChangedValue {
  if (change === undefined || change === null) return { value: before, isChanged: false };
  if (change === CLEARED) return { value: undefined, isChanged: before !== undefined };
  if (!isObject(change)) return { value: change, isChanged: !isSame(before, change) };
  const merged: Record<string, unknown> = isObject(before) ? { ...before } : {};
  let isChanged = !isObject(before);
  for (const [key, part] of Object.entries(change)) {
    const { value, isChanged: isPartChanged } = mergeValue(own(merged, key), part);
    if (!isPartChanged) continue;
    isChanged = true;
    if (value === undefined) delete merged[key];
    else define(merged, key, value);
  }
  return { value: merged, isChanged };
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function own(object: Readonly<Record<string, unknown>>, key: string): unknown {
  return Object.hasOwn(object, key) ? object[key] : undefined;
}

/** A key called `__proto__` must become a key like any other. */
function define(object: Record<string, unknown>, key: string, value: unknown): void {
  Object.defineProperty(object, key, { value, enumerable: true, configurable: true, writable: true });
}

function isSame(left: unknown, right: unknown): boolean {
  return left === right || JSON.stringify(left) === JSON.stringify(right);
}
