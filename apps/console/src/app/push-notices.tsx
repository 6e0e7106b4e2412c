import { useSnackbar } from "@offhook/ui";
import { type ReactNode, useEffect } from "react";
import { usePush } from "../platform/push/push-context.tsx";
import { pushNotice } from "../platform/push/push-notices.ts";

/** Says what becomes of the live line. */
export function PushNotices(): ReactNode {
  const push = usePush();
  const snackbar = useSnackbar();
  useEffect(
    () =>
      push.listen("state", ({ before, now }) => {
        const notice = pushNotice(before, now);
        if (notice) snackbar.show(notice.text, { tone: notice.tone === "warning" ? "plain" : notice.tone });
      }),
    [push, snackbar],
  );
  return null;
}
