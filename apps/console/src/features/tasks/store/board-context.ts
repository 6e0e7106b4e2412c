import { createServiceContext, useService } from "../../../platform/service-context.ts";
import type { TaskBoard } from "./task-board.ts";

const TaskBoardContext = createServiceContext<TaskBoard>("TaskBoard");
export const TaskBoardProvider = TaskBoardContext.Provider;

export function useTaskBoard(): TaskBoard {
  return useService(TaskBoardContext);
}
