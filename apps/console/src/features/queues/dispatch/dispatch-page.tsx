import { hasScope } from "@offhook/contract";
import { AreaBoundary, EmptyState, ListSkeleton, LoadError, useLoadingShown, useSnackbar } from "@offhook/ui";
import { Route } from "lucide-react";
import { type ReactNode, useEffect, useState } from "react";
import { failureText } from "../../../platform/api/api-failure.ts";
import { usePlatform } from "../../../platform/platform-context.tsx";
import { usePush } from "../../../platform/push/push-context.tsx";
import { useUser } from "../../session/index.ts";
import { useCompanyCalls } from "../feed/use-company-calls.ts";
import { BoxesPanel, LiveCallsPanel, ParkingPanel, QueuesPanel } from "./call-panels.tsx";
import { CarryingArea } from "./carrying.tsx";
import classes from "./dispatch.module.css";
import { DispatchProvider, useDispatch, useDispatchStore } from "./dispatch-context.ts";
import { type Cargo, move, moveWords, type Place, placesOf } from "./dispatch-moves.ts";
import { DispatchStore } from "./dispatch-store.ts";
import { OnCallPanel } from "./on-call-panel.tsx";
import { PeoplePanel } from "./people-panel.tsx";
import { WorkPanel } from "./work-panel.tsx";

/** `/dispatch`: all lines, queues and calls of the company on one screen. */
export function DispatchPage(): ReactNode {
  const { scope } = useUser();
  if (!hasScope(scope, "supervision"))
    return <EmptyState icon={Route}>Only supervisors can see this page.</EmptyState>;
  return <OpenDispatch />;
}

function OpenDispatch(): ReactNode {
  const { client, browser } = usePlatform();
  const push = usePush();
  const [store] = useState(
    () => new DispatchStore({ client, clock: browser.clock, listen: (type, hear) => push.on(type, hear) }),
  );
  const calls = useCompanyCalls();
  useEffect(() => {
    store.start();
    // A phone that begins to ring at a colleague's is told to nobody but that colleague, and to the feed.
    const end = calls.state.subscribe(() => store.lookSoon());
    return () => {
      end();
      store.stop();
    };
  }, [store, calls]);
  return (
    <DispatchProvider value={store}>
      <Board />
    </DispatchProvider>
  );
}

const SKELETON_ROWS = 8;

function Board(): ReactNode {
  const store = useDispatchStore();
  const state = useDispatch((all) => all);
  const onMove = useMove();
  const isLoading = useLoadingShown(state.status === "loading");
  if (isLoading) return <ListSkeleton rows={SKELETON_ROWS} label="Loading calls and lines" />;
  if (state.status === "failed")
    return (
      <LoadError onRetry={() => void store.load().catch(() => {})}>
        Calls and lines could not be loaded.
      </LoadError>
    );
  return (
    <CarryingArea places={placesOf(state)} onMove={onMove}>
      <div className={classes.dispatch}>
        <Column>
          <QueuesPanel />
          <LiveCallsPanel />
        </Column>
        <Column>
          <PeoplePanel />
          <ParkingPanel />
          <BoxesPanel />
        </Column>
        <Column>
          <OnCallPanel />
          <WorkPanel />
        </Column>
      </div>
    </CarryingArea>
  );
}

function Column({ children }: { readonly children: ReactNode }): ReactNode {
  return (
    <div className={classes.column}>
      <AreaBoundary text="This part can't be displayed.">{children}</AreaBoundary>
    </div>
  );
}

/** Does it, says so, and shows the new state without waiting for the next look. */
function useMove(): (cargo: Cargo, place: Place) => void {
  const { client } = usePlatform();
  const store = useDispatchStore();
  const snackbar = useSnackbar();
  const run = async (cargo: Cargo, place: Place): Promise<void> => {
    const { queues } = store.state.getState();
    try {
      await move(client, cargo, place, { queues, newId: () => crypto.randomUUID() });
      snackbar.show(`${cargo.name}: ${moveWords(place, cargo)}`);
    } catch (failure) {
      snackbar.show(failureText(failure), { tone: "error" });
    }
    await store.load().catch(() => {});
  };
  return (cargo, place) => void run(cargo, place);
}
