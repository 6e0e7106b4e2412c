import { Text } from "@mantine/core";
import type { QueueReport } from "@offhook/contract";
import { ListSkeleton, LoadError, useLoadingShown } from "@offhook/ui";
import { calendarDay } from "@offhook/ui/format";
import { type ReactNode, useState } from "react";
import { useQuery } from "../../../platform/api/queries.ts";
import { usePlatform } from "../../../platform/platform-context.tsx";
import { useUser } from "../../session/index.ts";
import { useNow } from "../../settings/index.ts";
import { Plot } from "../plot/plot.tsx";
import { MorningReportSwitch } from "./morning-report-switch.tsx";
import { ReportDownloads } from "./report-downloads.tsx";
import { type ReportChoice, ReportFilters } from "./report-filters.tsx";
import { type Days, daysOf, problemOf } from "./report-period.ts";
import { ReportTable } from "./report-table.tsx";
import { viewOf } from "./report-view.ts";
import classes from "./reports-page.module.css";

const MINUTE_MS = 60_000;
const SKELETON_ROWS = 6;

/** `/acd/reports`: what queues and agents did on the days the user chooses. */
export function ReportsPage(): ReactNode {
  const { effective_timezone } = useUser();
  const today = calendarDay(useNow(MINUTE_MS), effective_timezone);
  const [choice, setChoice] = useState<ReportChoice>({
    ...{ by: "queue", period: "7days", queue: "", isCompared: true },
    own: { from: today, to: today },
  });
  const days = daysOf(choice.period, today, choice.own);
  const problem = problemOf(days);
  const queues = useReportedQueues();
  return (
    <div className={classes.page}>
      <ReportFilters
        choice={choice}
        queues={queues}
        onChange={(change) => setChoice((before) => ({ ...before, ...change }))}
      />
      {problem === undefined ? (
        <Report choice={choice} days={days} />
      ) : (
        <Text role="alert" c="dimmed">
          {problem}
        </Text>
      )}
      <MorningReportSwitch />
    </div>
  );
}

function useReportedQueues() {
  const { client } = usePlatform();
  const { data } = useQuery({
    queryKey: ["queueReports", "queues"],
    queryFn: ({ signal }) => client.getQueueStatus({}, { signal }),
  });
  return data?.queues ?? [];
}

interface ReportProps {
  readonly choice: ReportChoice;
  readonly days: Days;
}

const questionOf = ({ by, queue, isCompared }: ReportChoice, { from, to }: Days) => ({
  ...{ by, from, to, compare: isCompared },
  ...(queue === "" ? {} : { queue }),
});

function Report({ choice, days }: ReportProps): ReactNode {
  const { client } = usePlatform();
  const query = questionOf(choice, days);
  const { data, error, refetch } = useQuery({
    queryKey: ["queueReports", query],
    queryFn: ({ signal }) => client.getQueueReport({ query }, { signal }),
    placeholderData: (before) => (before?.by === query.by ? before : undefined),
  });
  const isLoading = useLoadingShown(!data && !error);
  if (isLoading) return <ListSkeleton rows={SKELETON_ROWS} label="Loading the report" />;
  if (!data)
    return error && <LoadError onRetry={() => void refetch()}>The report could not be loaded.</LoadError>;
  return (
    <>
      <div className={classes.head}>
        <Text c="dimmed" role="status">
          {wordsOf(data)}
        </Text>
        <ReportDownloads question={query} />
      </div>
      <ReportContent report={data} />
    </>
  );
}

/** "11/18/2026", as everywhere in the app. */
const dayText = (day: string): string => day.replace(/^(\d+)-(\d+)-(\d+)$/, "$2/$3/$1");

function wordsOf({ from, to, compared }: QueueReport): string {
  const words = (days: Days): string =>
    days.from === days.to ? dayText(days.from) : `${dayText(days.from)} to ${dayText(days.to)}`;
  return compared ? `${words({ from, to })}, compared with ${words(compared)}` : words({ from, to });
}

/** Every third hour has its name; weekdays, queues and agents all do. */
const HOURS_NAMED = 3;

function ReportContent({ report }: { readonly report: QueueReport }): ReactNode {
  const view = viewOf(report);
  if (view.rows.length === 0) return <Text c="dimmed">No calls in this period.</Text>;
  return (
    <>
      <div className={classes.plot}>
        <p className={classes.legend} aria-hidden>
          <span className={classes.bars} /> {view.bars.name}
          {view.line && (
            <>
              <span className={classes.line} /> {view.line.name}
            </>
          )}
        </p>
        <Plot
          label={`${view.bars.name} by ${view.title.toLowerCase()}`}
          names={view.names}
          bars={view.bars}
          line={view.line}
          isContinuous={report.by === "hour"}
          nameEvery={report.by === "hour" ? HOURS_NAMED : 1}
        />
      </div>
      <ReportTable view={view} />
    </>
  );
}
