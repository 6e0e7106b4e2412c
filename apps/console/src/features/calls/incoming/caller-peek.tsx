import type { CallRecord, TimelineEntry, TimelineKind } from "@offhook/contract";
import { lookupKey } from "@offhook/telephony";
import { clockDuration, timeLabel } from "@offhook/ui/format";
import {
  ListTodo,
  type LucideIcon,
  MessageCircle,
  MessageSquareText,
  Phone,
  PhoneIncoming,
  PhoneMissed,
  PhoneOutgoing,
  Printer,
  Voicemail,
} from "lucide-react";
import type { ReactNode } from "react";
import { useQuery } from "../../../platform/api/queries.ts";
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
  /** When that began, in milliseconds. */
  readonly startedAt: number;
  readonly heading?: string;
}

/** The last times one had to do with a caller. Shows nothing of a stranger. */
export function CallerPeek({ number, callid, startedAt, heading }: CallerPeekProps): ReactNode {
  const timeline = useTimeline(number, startedAt);
  const records = useRecordsWith(number, callid, timeline?.length === 0);
  const rows = timeline && timeline.length > 0 ? timeline.map(rowOfEntry) : records.map(rowOfRecord);
  if (rows.length === 0) return null;
  return (
    <section aria-label="Before this call">
      {heading !== undefined && <h3 className={classes.heading}>{heading}</h3>}
      <ul className={classes.list}>
        {rows.slice(0, SHOWN).map((row) => (
          <PastRow key={row.key} row={row} />
        ))}
      </ul>
    </section>
  );
}

/** Everything with the contact, of every kind; undefined until it is known, empty when there is nothing. */
function useTimeline(number: string, startedAt: number): readonly TimelineEntry[] | undefined {
  const { client } = usePlatform();
  const isAllowed = useUser().features.contacts && lookupKey(number) !== undefined;
  const { data, isError } = useQuery({
    queryKey: ["call-timeline", number],
    queryFn: () => client.contactTimeline({ query: { number, limit: SHOWN + 1 } }),
    enabled: isAllowed,
    staleTime: FRESH_MS,
    retry: false,
  });
  if (!isAllowed || isError) return [];
  return data?.entries.filter(({ time }) => time < startedAt - 1000);
}

function useRecordsWith(number: string, callid: string, isWanted: boolean): readonly CallRecord[] {
  const { client } = usePlatform();
  const { data } = useQuery({
    queryKey: ["recent-call-records"],
    queryFn: () => client.listCallRecords({ query: { limit: LOOKED_THROUGH } }),
    enabled: isWanted,
    staleTime: FRESH_MS,
  });
  return isWanted ? recordsWith(data ?? [], number, callid) : [];
}

/** Pure. Calls with a number, however it was written. */
function recordsWith(records: readonly CallRecord[], number: string, callid: string): readonly CallRecord[] {
  const key = lookupKey(number)?.number;
  if (key === undefined) return [];
  return records.filter((each) => each.callid !== callid && lookupKey(each.number)?.number === key);
}

interface Row {
  readonly key: string;
  readonly icon: LucideIcon;
  readonly what: string;
  /** Milliseconds. */
  readonly at: number;
  readonly extra: string;
  readonly isMissed: boolean;
}

const KIND_ICONS: Readonly<Record<TimelineKind, LucideIcon>> = {
  call: Phone,
  sms: MessageSquareText,
  voicemail: Voicemail,
  fax: Printer,
  chat: MessageCircle,
  task: ListTodo,
};

function rowOfEntry({ kind, id, title, status, time, dir }: TimelineEntry): Row {
  const isMissed = kind === "call" && status === "missed";
  const callIcon = isMissed ? PhoneMissed : dir === "out" ? PhoneOutgoing : PhoneIncoming;
  const icon = kind === "call" ? callIcon : KIND_ICONS[kind];
  return { key: `${kind} ${id}`, icon, what: title, at: time, extra: "", isMissed };
}

function rowOfRecord(record: CallRecord): Row {
  const isTaken = record.status === "answer" || record.status === "elsewhere";
  const isMissed = record.dir === "in" && !isTaken;
  const isIn = record.dir === "in";
  return {
    key: record.id,
    icon: isMissed ? PhoneMissed : isIn ? PhoneIncoming : PhoneOutgoing,
    what: isMissed ? "Missed" : isIn ? "Called" : "You called",
    at: record.time * 1000,
    extra: record.duration > 0 ? clockDuration(record.duration) : "",
    isMissed,
  };
}

function PastRow({ row: { icon: Icon, what, at, extra, isMissed } }: { readonly row: Row }): ReactNode {
  const { clock } = usePlatform().browser;
  const { effective_timezone: timeZone } = useUser();
  return (
    <li className={classes.row} data-missed={isMissed || undefined}>
      <Icon size={14} aria-hidden="true" className={classes.icon} />
      <span className={classes.what}>{what}</span>
      <span className={classes.when}>{timeLabel({ at, now: clock.now(), timeZone })}</span>
      {extra !== "" && <span className={classes.duration}>{extra}</span>}
    </li>
  );
}
