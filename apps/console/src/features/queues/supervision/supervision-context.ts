import { useSnackbar } from "@offhook/ui";
import { failureText } from "../../../platform/api/api-failure.ts";
import { createServiceContext, useService } from "../../../platform/service-context.ts";
import type { SupervisionBoard } from "./supervision-board.ts";

const SupervisionBoardContext = createServiceContext<SupervisionBoard>("SupervisionBoard");
export const SupervisionBoardProvider = SupervisionBoardContext.Provider;

export function useSupervisionBoard(): SupervisionBoard {
  return useService(SupervisionBoardContext);
}

/** Does something, and says where it was refused and why. */
export function useAct(): (act: (board: SupervisionBoard) => Promise<unknown>, done?: string) => void {
  const board = useSupervisionBoard();
  const snackbar = useSnackbar();
  return (act, done) => {
    act(board)
      .then(() => done !== undefined && snackbar.show(done))
      .catch((failure: unknown) => snackbar.show(failureText(failure), { tone: "error" }));
  };
}
