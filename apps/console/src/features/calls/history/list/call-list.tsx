import type { CallRecord } from "@offhook/contract";
import { ActionMenu, EmptyState, LoadError, useSnackbar } from "@offhook/ui";
import { VirtualList } from "@offhook/ui/lists";
import { CheckCheck, Download, EllipsisVertical, History } from "lucide-react";
import { type ReactNode, useCallback, useEffect, useRef } from "react";
import { useDownloads } from "../../../../platform/downloads/downloads-context.ts";
import { usePlatform } from "../../../../platform/platform-context.tsx";
import { useUser } from "../../../session/index.ts";
import { useNow } from "../../../settings/index.ts";
import { useUnread } from "../../../unread/index.ts";
import { callExport } from "../store/export-calls.ts";
import { useCallHistory, useCallHistoryState } from "../store/history-context.ts";
import { CallFilters } from "./call-filters.tsx";
import classes from "./call-list.module.css";
import { CALL_ROW_HEIGHT, CallRow, callRowHeight } from "./call-row.tsx";

export interface CallListProps {
  readonly selectedId: string | undefined;
  readonly onOpen: (record: CallRecord) => void;
  readonly onCall: (number: string) => void;
  /** Where to go from a list that is empty. */
  readonly onDialPad: () => void;
}

const TICK_MS = 60_000;

const EMPTY = {
  all: "No calls yet.",
  missed: "No missed calls.",
  outgoing: "No outgoing calls yet.",
  incoming: "No incoming calls yet.",
} as const;

/** The calls of the user's lines, newest first. */
export function CallList({ selectedId, onOpen, onCall, onDialPad }: CallListProps): ReactNode {
  const history = useCallHistory();
  const filter = useCallHistoryState((state) => state.choice);
  const { rows, status } = useCallHistoryState(history.shown);
  const renderRow = useRenderRow(onCall);
  const load = (): void => {
    // A failure shows in the list itself, with a button to try again.
    history.open().catch(() => {});
  };
  useEffect(() => {
    history.open().catch(() => {});
  }, [history]);
  return (
    <>
      <div className={classes.head}>
        <CallFilters value={filter} onChange={(chosen) => history.select(chosen)} />
        <ListMenu />
      </div>
      <div className={classes.body}>
        <VirtualList
          // Another filter is another list: it begins at its top.
          key={filter}
          items={rows}
          keyOf={({ id }) => id}
          label="Calls"
          rowHeight={CALL_ROW_HEIGHT}
          rowHeightOf={callRowHeight}
          selectedKey={selectedId}
          status={status === "idle" ? "loading" : status}
          onOpen={onOpen}
          onEndReached={() => void history.loadMore().catch(() => {})}
          renderRow={renderRow}
          emptySlot={
            <EmptyState icon={History} action={{ label: "Open the dial pad", onClick: onDialPad }}>
              {EMPTY[filter]}
            </EmptyState>
          }
          errorSlot={<LoadError onRetry={load}>Your calls could not be loaded.</LoadError>}
        />
      </div>
    </>
  );
}

/** The same function for as long as it would draw the same: the list leaves its rows alone then. */
function useRenderRow(onCall: CallListProps["onCall"]): (record: CallRecord) => ReactNode {
  const now = useNow(TICK_MS);
  const call = useRef(onCall);
  useEffect(() => {
    call.current = onCall;
  }, [onCall]);
  return useCallback(
    (record) => <CallRow record={record} now={now} onCall={(number) => call.current(number)} />,
    [now],
  );
}

function ListMenu(): ReactNode {
  const { client, browser } = usePlatform();
  const { effective_timezone: timezone } = useUser();
  const history = useCallHistory();
  const filter = useCallHistoryState((state) => state.choice);
  const hasUnread = useUnread(({ phn }) => phn > 0);
  const downloads = useDownloads();
  const snackbar = useSnackbar();
  const exportAll = (): void => {
    downloads.start(callExport(client, { filter, timezone, now: browser.clock.now() }));
  };
  const markAllRead = (): void => {
    history.markRead().catch(() => snackbar.show("Something went wrong. Try again later", { tone: "error" }));
  };
  return (
    <ActionMenu
      label="More for calls"
      title="More"
      icon={EllipsisVertical}
      actions={[
        { label: "Mark all as read", icon: CheckCheck, isDisabled: !hasUnread, onSelect: markAllRead },
        { label: "Export as CSV", icon: Download, onSelect: exportAll },
      ]}
    />
  );
}
