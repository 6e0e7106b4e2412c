import { RowBoundary } from "@offhook/ui";
import { clockDuration } from "@offhook/ui/format";
import type { ReactNode } from "react";
import { useStore } from "zustand";
import { callerText } from "../../calls/index.ts";
import { useCaller } from "../../contacts/index.ts";
import { useCompanyCalls } from "../feed/use-company-calls.ts";
import { useAvailabilityState } from "../queues-context.ts";
import classes from "./call-list.module.css";
import { enabledHuntGroups, type ListedCall, listedCalls } from "./listed-calls.ts";

/** Nobody reads further from five meters. */
const MAX_SHOWN = 12;

/** The live calls of queues, and of the hunt groups that ring the user. */
export function CallList({ now }: { readonly now: number }): ReactNode {
  const huntGroups = useAvailabilityState((state) => state.huntGroups);
  const calls = listedCalls(useStore(useCompanyCalls().state), enabledHuntGroups(huntGroups));
  return (
    <section className={classes.calls} aria-label="Live calls">
      <h2 className={classes.heading}>
        Live calls <span className={classes.count}>{calls.length}</span>
      </h2>
      {calls.length === 0 && <p className={classes.none}>No live calls.</p>}
      <ul className={classes.list}>
        {calls.slice(0, MAX_SHOWN).map((call) => (
          <li key={call.callid}>
            <RowBoundary item={call}>
              <CallRow call={call} now={now} />
            </RowBoundary>
          </li>
        ))}
      </ul>
    </section>
  );
}

function CallRow({ call, now }: { readonly call: ListedCall; readonly now: number }): ReactNode {
  const caller = useCaller(call.number);
  return (
    <div className={classes.call} data-answered={call.isAnswered || undefined}>
      <span className={classes.name} dir="auto">
        {caller.name || callerText(call)}
      </span>
      <time>{clockDuration(Math.max(0, now - call.since))}</time>
      <span className={classes.about}>
        {call.via} · {call.isAnswered ? "Talking" : "Waiting"}
      </span>
    </div>
  );
}
