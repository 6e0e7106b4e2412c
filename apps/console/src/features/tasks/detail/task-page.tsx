import type { TaskDetails } from "@offhook/contract";
import { EmptyState, LoadError, useLoadingShown } from "@offhook/ui";
import { useParams } from "@tanstack/react-router";
import { CircleCheck } from "lucide-react";
import { type ReactNode, useCallback } from "react";
import { ApiFailure } from "../../../platform/api/api-failure.ts";
import { useQuery, useQueryClient } from "../../../platform/api/queries.ts";
import { usePlatform } from "../../../platform/platform-context.tsx";

import { useTaskActs } from "../actions/use-task-acts.ts";
import { useTaskBoard } from "../store/board-context.ts";
import type { TaskNews } from "../store/task-lists.ts";
import { useTaskEvents } from "../store/use-task-events.ts";
import { BackButton, TaskDetail, TaskDetailSkeleton } from "./task-detail.tsx";

const NOT_FOUND = 404;

/** `/tasks/{id}`: one task. */
export function TaskPage(): ReactNode {
  const { id = "" } = useParams({ strict: false }) as { id?: string };
  return <OneTask key={id} id={id} />;
}

function OneTask({ id }: { readonly id: string }): ReactNode {
  const { client } = usePlatform();
  const board = useTaskBoard();
  const queries = useQueryClient();
  const { data, error, refetch, isFetching } = useQuery({
    queryKey: ["task", id],
    queryFn: () => client.getTask({ query: { task_id: Number(id) } }),
    enabled: /^\d+$/.test(id),
    retry: false,
  });
  // Its history has one more entry now.
  useTaskEvents(({ task }) => {
    if (String(task.id) === id) void queries.invalidateQueries({ queryKey: ["task", id] });
  });
  const onTask = useCallback(
    (news: TaskNews) => {
      board.learn(news);
      if (String(news.id) !== id) return;
      queries.setQueryData<TaskDetails>(["task", id], (before) => before && { ...before, ...news });
    },
    [board, queries, id],
  );
  const onRefused = useCallback(() => {
    void queries.invalidateQueries({ queryKey: ["task", id] });
    board.refresh().catch(() => {});
  }, [board, queries, id]);
  const acts = useTaskActs(onTask, onRefused);
  const isGone = !/^\d+$/.test(id) || (error instanceof ApiFailure && error.status === NOT_FOUND);
  const isLoading = useLoadingShown(!data && !error && !isGone);
  if (isLoading) return <TaskDetailSkeleton />;
  if (data) return <TaskDetail task={data} acts={acts} />;
  if (isGone) {
    return (
      <>
        <BackButton />
        <EmptyState icon={CircleCheck}>This task no longer exists.</EmptyState>
      </>
    );
  }
  return (
    <LoadError isRetrying={isFetching} onRetry={() => void refetch()}>
      This task could not be loaded.
    </LoadError>
  );
}
