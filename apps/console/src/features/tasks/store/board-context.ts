import { useStore } from "zustand";
import { createServiceContext, useService } from "../../../platform/service-context.ts";
import type { TaskBoard, TaskBoardState } from "./task-board.ts";

const TaskBoardContext = createServiceContext<TaskBoard>("TaskBoard");
export const TaskBoardProvider = TaskBoardContext.Provider;

export function useTaskBoard(): TaskBoard {
  return useService(TaskBoardContext);
}

export function useTaskBoardState<Selected>(select: (state: TaskBoardState) => Selected): Selected {
  return useStore(useTaskBoard().state, select);
}
