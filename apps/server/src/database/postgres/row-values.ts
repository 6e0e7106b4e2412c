/** A value of the wire as a json column takes it. Undefined is stored as SQL null; json null cannot be told from it. */
export function toJson(value: unknown): string | null {
  return value === undefined || value === null ? null : JSON.stringify(value);
}

export function fromJson(value: unknown): unknown {
  return value ?? undefined;
}

export function millis(at: Date): number {
  return at.getTime();
}

export function millisOrUndefined(at: Date | null): number | undefined {
  return at?.getTime();
}
