import type { ReactNode } from "react";
import { useQuery } from "../../../platform/api/queries.ts";
import { usePlatform } from "../../../platform/platform-context.tsx";
import { TaskActions } from "./task-actions.tsx";
import { glanceOf, type TaskSourceRef } from "./task-glance.ts";

/** The same for a page that does not know the task of what it shows. Nothing until it is known. */
export function SourceTaskActions({ source }: { readonly source: TaskSourceRef }): ReactNode {
  const { client } = usePlatform();
  const { data } = useQuery({
    queryKey: ["source-task", source.source, source.source_id, source.sms_line],
    queryFn: () => client.getSourceTask({ query: source }),
  });
  return data === undefined ? null : <TaskActions source={source} task={data && glanceOf(data)} />;
}
