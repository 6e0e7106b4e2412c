import { hasScope } from "@offhook/contract";
import { AreaBoundary, EmptyState, ListSkeleton, LoadError, useLoadingShown } from "@offhook/ui";
import { Headset } from "lucide-react";
import type { ReactNode } from "react";
import { useStore } from "zustand";
import { usePlatform } from "../../../platform/platform-context.tsx";
import { usePush } from "../../../platform/push/push-context.tsx";
import { useUser } from "../../session/index.ts";
import { useOpenBoard } from "../dashboard/use-open-board.ts";
import { ActsPanel } from "./acts-panel.tsx";
import { AgentsPanel } from "./agents-panel.tsx";
import { SupervisedCallsPanel } from "./supervised-calls-panel.tsx";
import classes from "./supervision.module.css";
import { SupervisionBoard } from "./supervision-board.ts";
import { SupervisionBoardProvider, useSupervisionBoard } from "./supervision-context.ts";
import { WaitingCallersPanel } from "./waiting-callers-panel.tsx";

/** `/acd/supervision`: who waits, the agents of all queues, their calls, and what supervisors did. */
export function SupervisionPage(): ReactNode {
  if (!hasScope(useUser().scope, "supervision"))
    return <EmptyState icon={Headset}>Only supervisors can see this page.</EmptyState>;
  return <OwnFloor />;
}

function OwnFloor(): ReactNode {
  const { client, browser } = usePlatform();
  const push = usePush();
  const board = useOpenBoard(() => new SupervisionBoard({ client, log: push.log, clock: browser.clock }));
  return (
    <SupervisionBoardProvider value={board}>
      <Floor />
    </SupervisionBoardProvider>
  );
}

const SKELETON_ROWS = 5;

function Floor(): ReactNode {
  const board = useSupervisionBoard();
  const { status, queues } = useStore(board.floor);
  const isLoading = useLoadingShown(status === "loading");
  if (isLoading) return <ListSkeleton rows={SKELETON_ROWS} label="Loading queues" />;
  if (status === "failed")
    return (
      <LoadError onRetry={() => void board.load().catch(() => {})}>The queues could not be loaded.</LoadError>
    );
  if (status === "ready" && queues.length === 0)
    return <EmptyState icon={Headset}>Your company has no queues.</EmptyState>;
  return (
    <div className={classes.page}>
      <div className={classes.calls}>
        <Part>
          <WaitingCallersPanel />
        </Part>
        <Part>
          <SupervisedCallsPanel />
        </Part>
      </div>
      <div className={classes.agents}>
        {queues.map((queue) => (
          <Part key={queue.queue_id}>
            <AgentsPanel queue={queue} />
          </Part>
        ))}
      </div>
      <div className={classes.acts}>
        <Part>
          <ActsPanel />
        </Part>
      </div>
    </div>
  );
}

function Part({ children }: { readonly children: ReactNode }): ReactNode {
  return <AreaBoundary text="This part can't be displayed.">{children}</AreaBoundary>;
}
