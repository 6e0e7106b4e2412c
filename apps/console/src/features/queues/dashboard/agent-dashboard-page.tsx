import { AreaBoundary, EmptyState, ListSkeleton, LoadError, useLoadingShown } from "@offhook/ui";
import { Headset } from "lucide-react";
import type { ReactNode } from "react";
import { useAvailabilityState } from "../queues-context.ts";
import { AgentBoardProvider, useAgentBoard, useAgentBoardState } from "./agent-board-context.ts";
import classes from "./agent-dashboard.module.css";
import { ColleaguesPanel } from "./colleagues-panel.tsx";
import { OwnCall } from "./own-call.tsx";
import { OwnPanel } from "./own-panel.tsx";
import { OwnToday } from "./own-today.tsx";
import { QueuesToday } from "./queues-today.tsx";
import { useOwnBoard } from "./use-own-board.ts";
import { WaitingPanel } from "./waiting-panel.tsx";

/** `/acd`: the user's queues, who waits in them, and who else takes their calls. */
export function AgentDashboardPage(): ReactNode {
  const board = useOwnBoard();
  return (
    <AgentBoardProvider value={board}>
      <Dashboard />
    </AgentBoardProvider>
  );
}

const SKELETON_ROWS = 5;

function Dashboard(): ReactNode {
  const board = useAgentBoard();
  const status = useAgentBoardState((state) => state.status);
  const isEmpty = useAgentBoardState((state) => state.queues.length === 0);
  const hasOwnQueues = useAvailabilityState((state) => state.queues.length > 0);
  const isLoading = useLoadingShown(status === "loading");
  if (isLoading) return <ListSkeleton rows={SKELETON_ROWS} label="Loading your queues" />;
  if (status === "failed")
    return (
      <LoadError onRetry={() => void board.load().catch(() => {})}>
        Your queues could not be loaded.
      </LoadError>
    );
  if (isEmpty && !hasOwnQueues)
    return (
      <EmptyState icon={Headset}>
        You are not in any queue. Ask your administrator to add your line to one.
      </EmptyState>
    );
  return (
    <div className={classes.dashboard}>
      <div className={classes.own}>
        <Part>
          <OwnPanel />
        </Part>
      </div>
      <div className={classes.queues}>
        <Part>
          <OwnCall />
        </Part>
        <Part>
          <WaitingPanel />
        </Part>
        <Part>
          <QueuesToday />
        </Part>
      </div>
      <div className={classes.day}>
        <Part>
          <OwnToday />
        </Part>
      </div>
      <div className={classes.colleagues}>
        <Part>
          <ColleaguesPanel />
        </Part>
      </div>
    </div>
  );
}

function Part({ children }: { readonly children: ReactNode }): ReactNode {
  return <AreaBoundary text="This part can't be displayed.">{children}</AreaBoundary>;
}
