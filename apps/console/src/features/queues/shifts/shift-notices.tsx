import { useSnackbar } from "@offhook/ui";
import type { ReactNode } from "react";
import { type Path, paths } from "../../../platform/navigation/paths.ts";
import { usePlatform } from "../../../platform/platform-context.tsx";
import { usePushEvent } from "../../../platform/push/push-context.tsx";
import { shiftBegunWords } from "./shift-words.ts";

/** A note has to be read, not glimpsed. */
const SNACK_MS = 60_000;

/** Tells people that they are on call from now on, with what the person before has left to know. */
export function ShiftNotices({ onGo }: { readonly onGo: (to: Path) => void }): ReactNode {
  const { browser } = usePlatform();
  const snackbar = useSnackbar();
  usePushEvent("SHIFT_BEGUN", (event) => {
    // Heard again after a long outage, when the shift is over.
    if (event.shift.ends_at * 1000 <= browser.clock.now()) return;
    const { title, body } = shiftBegunWords(event);
    snackbar.show(body === "" ? title : `${title}. ${body}`, {
      durationMs: SNACK_MS,
      action: { label: "My shifts", onClick: () => onGo(paths.shifts) },
    });
  });
  return null;
}
