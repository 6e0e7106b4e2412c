import { useSnackbar } from "@offhook/ui";
import { useState } from "react";
import { failureText } from "../../../platform/api/api-failure.ts";

export interface Action {
  readonly isBusy: boolean;
  /** Runs the work; a failure is told to the user. True when it succeeded. */
  readonly run: (work: () => Promise<void>) => Promise<boolean>;
}

export function useAction(): Action {
  const snackbar = useSnackbar();
  const [isBusy, setIsBusy] = useState(false);
  const run = async (work: () => Promise<void>): Promise<boolean> => {
    setIsBusy(true);
    try {
      await work();
      return true;
    } catch (failure) {
      snackbar.show(failureText(failure), { tone: "error" });
      return false;
    } finally {
      setIsBusy(false);
    }
  };
  return { isBusy, run };
}
