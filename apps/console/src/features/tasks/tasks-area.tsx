import { EmptyState, PanePage, Panes } from "@offhook/ui";
import { Outlet, useMatches, useRouter } from "@tanstack/react-router";
import { ListChecks } from "lucide-react";
import { type ReactNode, useEffect, useState } from "react";
import { paths } from "../../platform/navigation/paths.ts";
import { usePlatform } from "../../platform/platform-context.tsx";
import { usePush } from "../../platform/push/push-context.tsx";
import { useUser } from "../session/index.ts";
import { TaskList } from "./list/task-list.tsx";
import { TaskBoardProvider } from "./store/board-context.ts";
import { TaskBoard } from "./store/task-board.ts";

/** `/tasks` and all below it: the tasks, and one of them beside the list. */
export function TasksArea(): ReactNode {
  const board = useOwnBoard();
  const router = useRouter();
  const { name, id } = useMatches({
    select: (matches) => {
      const last = matches.at(-1);
      return { name: last?.staticData.name ?? "", id: (last?.params as { id?: string } | undefined)?.id };
    },
    structuralSharing: true,
  });
  return (
    <TaskBoardProvider value={board}>
      <Panes
        label="Tasks"
        isDetailOpen={name !== "tasks"}
        list={<TaskList selectedId={id} onOpen={(taskId) => router.history.push(paths.task(taskId))} />}
      >
        <PanePage>
          <Outlet />
        </PanePage>
      </Panes>
    </TaskBoardProvider>
  );
}

/** The board lives as long as its screen. */
function useOwnBoard(): TaskBoard {
  const { client, browser, network } = usePlatform();
  const { id: userId } = useUser();
  const push = usePush();
  const [board] = useState(() => new TaskBoard({ client, log: push.log, clock: browser.clock, userId }));
  useEffect(() => {
    board.start();
    const undo = network.onRecovery(() => {
      board.refresh().catch(() => {});
    });
    return () => {
      undo();
      board.stop();
    };
  }, [board, network]);
  return board;
}

/** `/tasks` on a wide screen, before a task is chosen. */
export function NoTaskChosen(): ReactNode {
  return <EmptyState icon={ListChecks}>Select a task.</EmptyState>;
}
