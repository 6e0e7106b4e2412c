import { useSnackbar } from "@offhook/ui";
import { useState } from "react";
import { failureText } from "../../../platform/api/api-failure.ts";

/** Asks something of the service, one thing at a time, and says why it was refused. */
export function useSaving(): {
  readonly isSaving: boolean;
  readonly save: (work: () => Promise<void>) => void;
} {
  const snackbar = useSnackbar();
  const [isSaving, setIsSaving] = useState(false);
  const run = async (work: () => Promise<void>): Promise<void> => {
    setIsSaving(true);
    try {
      await work();
    } catch (failure) {
      snackbar.show(failureText(failure), { tone: "error" });
    } finally {
      setIsSaving(false);
    }
  };
  return {
    isSaving,
    save: (work) => {
      if (!isSaving) void run(work);
    },
  };
}
