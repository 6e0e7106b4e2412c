import { EmptyState, ListSkeleton, PanePage, Panes, UnreadBadge } from "@offhook/ui";
import { Link, Outlet, useMatches, useRouter } from "@tanstack/react-router";
import { Grid3x3, History } from "lucide-react";
import type { ReactNode } from "react";
import { paths } from "../../../platform/navigation/paths.ts";
import { latePart } from "../../../platform/rendering/late.tsx";
import { usePainted } from "../../../platform/rendering/use-painted.ts";
import { useUnread } from "../../unread/index.ts";
import classes from "./calls-area.module.css";
import { LiveCalls } from "./list/live-calls.tsx";
import { useCallNumber } from "./use-call-number.ts";

/** The dial pad is the first thing a start shows: it need not wait for the long list beside it. */
const CallList = latePart(() => import("./list/call-list.tsx"), "CallList", <ListOutline />);

/** `/calls` and all below it: the history on the left, a call or the dial pad beside it. */
export function CallsArea(): ReactNode {
  const router = useRouter();
  const callNumber = useCallNumber();
  const isPainted = usePainted();
  const { name, id } = useMatches({
    select: (matches) => {
      const last = matches.at(-1);
      return { name: last?.staticData.name ?? "", id: (last?.params as { id?: string } | undefined)?.id };
    },
    structuralSharing: true,
  });
  const isList = name === "calls";
  return (
    <Panes
      label="Call history"
      isDetailOpen={!isList}
      list={
        <>
          {isList && <AreaTabs />}
          <LiveCalls onOpen={(callId) => router.history.push(paths.activeCall(callId))} />
          {isPainted ? (
            <CallList
              selectedId={name === "calls-id" ? id : undefined}
              onOpen={(record) => router.history.push(paths.call(record.id))}
              onCall={callNumber}
              onDialPad={() => router.history.push(paths.dialPad())}
            />
          ) : (
            <ListOutline />
          )}
        </>
      }
    >
      {name === "calls-new" && <AreaTabs />}
      <PanePage>
        <Outlet />
      </PanePage>
    </Panes>
  );
}

/** The shape of the list until it has come. */
function ListOutline(): ReactNode {
  return (
    <div className={classes.outline}>
      <ListSkeleton rowHeight={57} label="Loading calls" />
    </div>
  );
}

/** On a small screen dial pad and history take turns. */
function AreaTabs(): ReactNode {
  const missed = useUnread(({ phn }) => phn);
  return (
    <nav className={classes.tabs} aria-label="Calls">
      <Link to="/calls/new" className={classes.tab} activeOptions={{ exact: true, includeSearch: false }}>
        <Grid3x3 size={16} aria-hidden="true" />
        Dial pad
      </Link>
      <Link to="/calls" className={classes.tab} activeOptions={{ exact: true }}>
        <History size={16} aria-hidden="true" />
        History
        <UnreadBadge count={missed} label="missed" />
      </Link>
    </nav>
  );
}

/** `/calls` on a wide screen, before a call is chosen. */
export function NoCallChosen(): ReactNode {
  const router = useRouter();
  return (
    <EmptyState
      icon={History}
      action={{ label: "Open the dial pad", onClick: () => router.history.push(paths.dialPad()) }}
    >
      Choose a call to see it here.
    </EmptyState>
  );
}
