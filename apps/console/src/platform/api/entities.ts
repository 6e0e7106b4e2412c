/**
 * The entries of a list as the service sent them. What is no entry is an empty one: its row says that it cannot be
 * displayed, and nothing that sorts, filters or counts the others trips over it.
 */
export function entities<Entity extends object>(list: readonly Entity[]): readonly Entity[] {
  if (!Array.isArray(list)) return [];
  return list.every(isEntity) ? list : list.map((each) => (isEntity(each) ? each : ({} as Entity)));
}

function isEntity(value: unknown): boolean {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
