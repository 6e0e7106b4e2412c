import { EmptyState } from "@offhook/ui";
import { useRouter } from "@tanstack/react-router";
import { Phone, Video } from "lucide-react";
import { type ReactNode, useEffect } from "react";
import { paths } from "../../platform/navigation/paths.ts";
import { useCallHistory, useCallHistoryState } from "./history/store/history-context.ts";

/** Stands until the calls are there, or have failed to come, and then gives way to the dial pad. */
export function CallsLoadingPage(): ReactNode {
  const history = useCallHistory();
  const isDone = useCallHistoryState((state) => ["ready", "failed"].includes(history.shown(state).status));
  const router = useRouter();
  useEffect(() => {
    // A failure is told by the list.
    history.open().catch(() => {});
  }, [history]);
  useEffect(() => {
    if (isDone) router.history.replace(paths.dialPad());
  }, [isDone, router]);
  return <EmptyState icon={Phone}>Loading your calls…</EmptyState>;
}

export function MeetingPage(): ReactNode {
  return <EmptyState icon={Video}>Meetings are not built yet. Call, or add people to a call.</EmptyState>;
}
