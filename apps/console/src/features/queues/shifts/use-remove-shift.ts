import type { Shift } from "@offhook/contract";
import { useConfirm, useSnackbar } from "@offhook/ui";
import { failureText } from "../../../platform/api/api-failure.ts";
import { usePlatform } from "../../../platform/platform-context.tsx";
import { shiftRangeText } from "./week-words.ts";

/** Asks, then takes a shift back. */
export function useRemoveShift(onRemoved: () => void): (shift: Shift) => void {
  const { client } = usePlatform();
  const confirm = useConfirm();
  const snackbar = useSnackbar();
  const remove = async (shift: Shift): Promise<void> => {
    const isMeant = await confirm({
      title: `Remove the shift of ${shift.name}?`,
      text: shiftRangeText(shift),
      acceptLabel: "Remove",
      isDestructive: true,
    });
    if (!isMeant) return;
    try {
      await client.deleteShift({ query: { id: shift.id } });
      onRemoved();
    } catch (failure) {
      snackbar.show(failureText(failure), { tone: "error" });
    }
  };
  return (shift) => void remove(shift);
}
