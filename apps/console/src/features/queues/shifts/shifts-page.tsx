import { hasScope } from "@offhook/contract";
import { AreaBoundary, EmptyState, ListSkeleton, LoadError, useLoadingShown } from "@offhook/ui";
import { CalendarClock } from "lucide-react";
import type { ReactNode } from "react";
import { usePlatform } from "../../../platform/platform-context.tsx";
import { usePush } from "../../../platform/push/push-context.tsx";
import { useUser } from "../../session/index.ts";
import { useOpenBoard } from "../dashboard/use-open-board.ts";
import { OwnShiftsPanel } from "./own-shifts-panel.tsx";
import { ShiftBoard } from "./shift-board.ts";
import { ShiftBoardProvider, useShiftBoard, useShiftBoardState } from "./shift-board-context.ts";
import classes from "./shifts-page.module.css";
import { WeekPanel } from "./week-panel.tsx";

/** `/acd/shifts`: the user's own on-call shifts, and for supervisors a week of everybody's. */
export function ShiftsPage(): ReactNode {
  const { client, browser } = usePlatform();
  const push = usePush();
  const { id: userId, scope } = useUser();
  const isSupervisor = hasScope(scope, "supervision");
  const board = useOpenBoard(
    () =>
      new ShiftBoard({
        client,
        clock: browser.clock,
        userId,
        isSupervisor,
        listen: (type, hear) => push.on(type, hear),
      }),
  );
  return (
    <ShiftBoardProvider value={board}>
      <Shifts isSupervisor={isSupervisor} />
    </ShiftBoardProvider>
  );
}

const SKELETON_ROWS = 5;

function Shifts({ isSupervisor }: { readonly isSupervisor: boolean }): ReactNode {
  const board = useShiftBoard();
  const status = useShiftBoardState((state) => state.status);
  const hasOwn = useShiftBoardState((state) => state.own.shifts.length > 0);
  const isLoading = useLoadingShown(status === "loading");
  if (isLoading) return <ListSkeleton rows={SKELETON_ROWS} label="Loading shifts" />;
  if (status === "failed")
    return (
      <LoadError onRetry={() => void board.load().catch(() => {})}>Shifts could not be loaded.</LoadError>
    );
  if (status === "ready" && !hasOwn && !isSupervisor)
    return <EmptyState icon={CalendarClock}>You have no on-call shifts.</EmptyState>;
  return (
    <div className={classes.page}>
      <AreaBoundary text="This part can't be displayed.">{hasOwn && <OwnShiftsPanel />}</AreaBoundary>
      <AreaBoundary text="This part can't be displayed.">{isSupervisor && <WeekPanel />}</AreaBoundary>
    </div>
  );
}
