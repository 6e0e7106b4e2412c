import { UnreadBadge } from "@offhook/ui";
import type { ReactNode } from "react";
import { useQuery, useQueryClient } from "../../platform/api/queries.ts";
import { usePlatform } from "../../platform/platform-context.tsx";
import { useTaskEvents } from "./store/use-task-events.ts";

const QUERY_KEY = ["task-counts"];

/** How many tasks wait for the user, live. */
export function TasksBadge(): ReactNode {
  const { client } = usePlatform();
  const queries = useQueryClient();
  useTaskEvents(() => void queries.invalidateQueries({ queryKey: QUERY_KEY }));
  const { data } = useQuery({ queryKey: QUERY_KEY, queryFn: () => client.getTaskCounts() });
  return <UnreadBadge count={data?.mine ?? 0} label="open" />;
}
