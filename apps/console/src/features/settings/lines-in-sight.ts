import type { ActiveLine, LineFilter } from "@offhook/contract";

/** Pure. Of the user's lines or boxes those that the settings let lists show, in the order they are given. */
export function linesInSight(
  all: readonly string[],
  active: readonly ActiveLine[] | null,
  filter: LineFilter,
): readonly string[] {
  const wanted = active && new Set(active.map(({ value }) => value));
  const hidden = new Set(filter.lines.filter(({ selected }) => !selected).map(({ name }) => name));
  const shown = all.filter((line) => (!wanted || wanted.has(line)) && !hidden.has(line));
  // Settings of lines that are gone must not leave somebody without any.
  return shown.length > 0 ? shown : all;
}
