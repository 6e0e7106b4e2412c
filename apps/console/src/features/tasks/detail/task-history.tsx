import type { TaskHistoryEntry } from "@offhook/contract";
import { DetailSection } from "@offhook/ui/detail";
import { dueWords, timeLabel } from "@offhook/ui/format";
import type { ReactNode } from "react";
import { useUser } from "../../session/index.ts";
import { useNow } from "../../settings/index.ts";
import classes from "./task-detail.module.css";

const TICK_MS = 60_000;

/** What was done about the task, newest first. */
export function TaskHistory({ history }: { readonly history: readonly TaskHistoryEntry[] }): ReactNode {
  const { effective_timezone: timeZone } = useUser();
  const now = useNow(TICK_MS);
  return (
    <DetailSection label="History">
      <ol className={classes.entries}>
        {history
          .map((entry, index) => ({ entry, index }))
          .reverse()
          .map(({ entry, index }) => (
            // Entries are only ever added, so that their place names them.
            <li key={index} className={classes.entry}>
              <span>{entryWords(entry, (unix) => dueWords({ at: unix * 1000, now, timeZone }))}</span>
              <time>{timeLabel({ at: entry.at * 1000, now, timeZone })}</time>
            </li>
          ))}
      </ol>
    </DetailSection>
  );
}

/** One sentence for one thing that was done. */
function entryWords(entry: TaskHistoryEntry, timeWords: (unix: number) => string): string {
  const by = entry.byName || "Someone";
  switch (entry.action) {
    case "created":
      return `${by} created this task`;
    case "assigned":
      if (entry.toName === "") return `${by} unassigned it`;
      return entry.toName === entry.byName ? `${by} took it` : `${by} assigned it to ${entry.toName}`;
    case "resolved":
      return `${by} resolved it`;
    case "reopened":
      return `${by} reopened it`;
    case "deleted":
      return `${by} deleted it`;
    case "restored":
      return `${by} restored it`;
    case "due":
      return entry.time === null
        ? `${by} removed the due date`
        : `${by} set the due date to ${timeWords(entry.time)}`;
    case "reminder":
      return entry.time === null
        ? `${by} removed the reminder`
        : `${by} set a reminder for ${timeWords(entry.time)}`;
    case "reminded":
      return "Reminder sent";
    case "note":
      return `${by} changed the note`;
  }
}
