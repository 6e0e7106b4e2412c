import { useSnackbar } from "@offhook/ui";
import { type ReactNode, useEffect } from "react";
import { useSession, useSessionState } from "../features/session/index.ts";

/** Says what failed while nobody was waiting for it: a switch, a profile that does not load. */
export function SessionNotices(): ReactNode {
  const session = useSession();
  const snackbar = useSnackbar();
  const notice = useSessionState((state) => state.notice);
  useEffect(() => {
    if (notice === null) return;
    snackbar.show(notice, { tone: "error" });
    session.state.setNotice(null);
  }, [notice, session, snackbar]);
  return null;
}
