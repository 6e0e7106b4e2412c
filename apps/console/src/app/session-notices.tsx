import { useSnackbar } from "@offhook/ui";
import { type ReactNode, useEffect } from "react";
import { useSession } from "../features/session/index.ts";

/** Says what failed while nobody was waiting for it: a switch, a sign-out, a profile that does not load. */
export function SessionNotices(): ReactNode {
  const session = useSession();
  const snackbar = useSnackbar();
  useEffect(
    () => session.on("notice", (text) => snackbar.show(text, { tone: "error" })),
    [session, snackbar],
  );
  return null;
}
