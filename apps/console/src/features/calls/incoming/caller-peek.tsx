import type { CallRecord } from "@offhook/contract";
import { lookupKey } from "@offhook/telephony";
import { clockDuration, timeLabel } from "@offhook/ui/format";
import { useQuery } from "@tanstack/react-query";
import { PhoneIncoming, PhoneMissed, PhoneOutgoing } from "lucide-react";
import type { ReactNode } from "react";
import { usePlatform } from "../../../platform/platform-context.tsx";
import { useUser } from "../../session/index.ts";
import classes from "./caller-peek.module.css";

const SHOWN = 3;
const LOOKED_THROUGH = 200;
const FRESH_MS = 60_000;

export interface CallerPeekProps {
  readonly number: string;
  /** The call that is being shown must not be among what was before it. */
  readonly callid: string;
  readonly heading?: string;
}

/** The last times one had to do with a caller. Shows nothing of a stranger. */
export function CallerPeek({ number, callid, heading }: CallerPeekProps): ReactNode {
  const { client } = usePlatform();
  const { data } = useQuery({
    queryKey: ["recent-call-records"],
    queryFn: () => client.listCallRecords({ query: { limit: LOOKED_THROUGH } }),
    staleTime: FRESH_MS,
  });
  const last = recordsWith(data ?? [], number, callid).slice(0, SHOWN);
  if (last.length === 0) return null;
  return (
    <section aria-label="Last calls">
      {heading !== undefined && <h3 className={classes.heading}>{heading}</h3>}
      <ul className={classes.list}>
        {last.map((record) => (
          <PastCall key={record.id} record={record} />
        ))}
      </ul>
    </section>
  );
}

/** Pure. Calls with a number, however it was written. */
export function recordsWith(
  records: readonly CallRecord[],
  number: string,
  callid: string,
): readonly CallRecord[] {
  const key = lookupKey(number)?.number;
  if (key === undefined) return [];
  return records.filter((each) => each.callid !== callid && lookupKey(each.number)?.number === key);
}

function PastCall({ record }: { readonly record: CallRecord }): ReactNode {
  const { clock } = usePlatform().browser;
  const { effective_timezone: timeZone } = useUser();
  const isTaken = record.status === "answer" || record.status === "elsewhere";
  const isMissed = record.dir === "in" && !isTaken;
  const Icon = isMissed ? PhoneMissed : record.dir === "in" ? PhoneIncoming : PhoneOutgoing;
  const what = isMissed ? "Missed" : record.dir === "in" ? "Called" : "You called";
  return (
    <li className={classes.row} data-missed={isMissed || undefined}>
      <Icon size={14} aria-hidden="true" className={classes.icon} />
      <span className={classes.what}>{what}</span>
      <span className={classes.when}>
        {timeLabel({ at: record.time * 1000, now: clock.now(), timeZone })}
      </span>
      {record.duration > 0 && <span className={classes.duration}>{clockDuration(record.duration)}</span>}
    </li>
  );
}
