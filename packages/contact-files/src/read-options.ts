import type { ColumnField } from "./csv-columns.ts";
import type { Decode } from "./text-decoding.ts";

export interface ReadOptions {
  readonly decode: Decode;
  readonly maxRows: number;
  /** By column, what it holds; left out, its name tells. */
  readonly mapping?: readonly (ColumnField | null)[] | undefined;
}
