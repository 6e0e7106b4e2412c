import { useSnackbar } from "@offhook/ui";

/** Carries a command of the phone out; what the phone system refuses is said in its own words. */
export function useAttempt(): (work: () => Promise<unknown>, failed?: string) => Promise<boolean> {
  const snackbar = useSnackbar();
  return async (work, failed) => {
    try {
      await work();
      return true;
    } catch (failure) {
      const said = failure instanceof Error ? failure.message : String(failure);
      snackbar.show(failed ?? said, { tone: "error" });
      return false;
    }
  };
}
