import { useCallback } from "react";
import { useUser } from "../../session/index.ts";
import type { TaskSourceRef } from "./task-glance.ts";
import { useTaskActs } from "./use-task-acts.ts";

const nothingShown = (): void => {};

/** Makes a task for the user, from a page that does not show it; it can be undone, and given away on its own page. */
export function useMakeTask(): (source: TaskSourceRef) => void {
  const acts = useTaskActs(nothingShown);
  const { id, firstname, lastname } = useUser();
  const name = `${firstname} ${lastname}`.trim();
  return useCallback((source) => void acts.create(source, { id, name }), [acts, id, name]);
}
