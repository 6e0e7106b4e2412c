/** One measured number. `ratio` compares it with `peer`, measured in the same run. */
export interface BenchResult {
  readonly name: string;
  readonly value: number;
  readonly unit: string;
  /** What we mean to reach: `at most` unless `isFloor` is set. It applies to the ratio where there is one. */
  readonly goal?: number;
  readonly isFloor?: boolean;
  readonly ratio?: number;
  readonly peer?: string;
}

/** A benchmark: a file of this folder that exports `run`. */
export interface Bench {
  /** How it is measured, for the page; only where the names do not say it. */
  readonly notes?: readonly string[];
  /** What of it can be measured alone. */
  readonly parts?: readonly string[];
  /** All of it, unless told which parts. */
  run(parts?: readonly string[]): Promise<BenchResult[]>;
}

/** The middle one of several rounds: one that was disturbed does not count. */
export function median(values: readonly number[]): number {
  const sorted = [...values].sort((one, other) => one - other);
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN;
}

/** A number of ours beside that of a peer. */
export function compare(
  name: string,
  unit: string,
  ours: number,
  peer: { readonly name: string; readonly value: number },
  goal?: number,
): BenchResult {
  const value = peer.value >= 100 ? peer.value.toFixed(0) : peer.value.toPrecision(3);
  return {
    name,
    value: ours,
    unit,
    ratio: ours / peer.value,
    peer: `${peer.name}, ${value} ${unit}`,
    ...(goal !== undefined && { goal }),
  };
}
