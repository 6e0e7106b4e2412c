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
  run(): Promise<BenchResult[]>;
}
