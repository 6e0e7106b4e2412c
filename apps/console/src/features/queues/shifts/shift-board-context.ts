import { useStore } from "zustand";
import { createServiceContext, useService } from "../../../platform/service-context.ts";
import type { ShiftBoard, ShiftBoardState } from "./shift-board.ts";

const ShiftBoardContext = createServiceContext<ShiftBoard>("ShiftBoard");
export const ShiftBoardProvider = ShiftBoardContext.Provider;

export function useShiftBoard(): ShiftBoard {
  return useService(ShiftBoardContext);
}

export function useShiftBoardState<Selected>(select: (state: ShiftBoardState) => Selected): Selected {
  return useStore(useShiftBoard().state, select);
}
