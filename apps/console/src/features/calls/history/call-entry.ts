import { type CallRecord, isMissedCall } from "@offhook/contract";
import type { Section } from "@offhook/ui";
import { clockDuration } from "@offhook/ui/format";
import { paths } from "../../../platform/navigation/paths.ts";
import { callerText, isHiddenNumber } from "./caller-text.ts";

export type CallIcon = "incoming" | "outgoing" | "missed" | "unanswered" | "elsewhere" | "blocked";

/** An entry of the history as lists show it. */
export interface CallEntry {
  readonly title: string;
  readonly subtitle: string;
  readonly icon: CallIcon;
  readonly color: Section;
  readonly actionText: "Call back" | "Call again";
  /** Where a click leads. */
  readonly to: string;
}

/** Pure. `name` is what the address book or the network knows, the user who reads it. */
export function callEntry(record: CallRecord, name: string | null, ownUserId: number): CallEntry {
  const title = name || callerText(record);
  const { icon, color } = markOf(record);
  const details = [
    outcomeText(record, ownUserId),
    record.duration > 0 ? clockDuration(record.duration) : "",
    record.queue ?? "",
  ];
  return {
    title,
    subtitle: details.filter(Boolean).join(" · "),
    icon,
    color,
    actionText: record.dir === "out" ? "Call again" : "Call back",
    to: paths.call(record.id),
  };
}

function markOf(record: CallRecord): Pick<CallEntry, "icon" | "color"> {
  if (record.blocked || record.status === "blocked") return { icon: "blocked", color: "missed" };
  if (isMissedCall(record)) return { icon: "missed", color: "missed" };
  if (record.status === "elsewhere") return { icon: "elsewhere", color: "answered" };
  if (record.dir === "in") return { icon: "incoming", color: "answered" };
  return record.status === "answer"
    ? { icon: "outgoing", color: "calls" }
    : { icon: "unanswered", color: "calls" };
}

/** What became of the call, in a word or two. */
export function outcomeText(
  { dir, status, declined }: Pick<CallRecord, "dir" | "status" | "declined">,
  ownUserId: number,
): string {
  const isByOther = dir === "in" && declined?.by && declined.user_id !== ownUserId;
  return isByOther ? `Declined by ${declined.by}` : (dir === "in" ? INCOMING : OUTGOING)[status];
}

/** Nobody answers at a number that is hidden, and a door only calls. */
export function canCallBack({ number, doorbell, dir }: CallRecord): boolean {
  return !isHiddenNumber(number) && !(doorbell && dir === "in");
}

const INCOMING: Readonly<Record<CallRecord["status"], string>> = {
  answer: "Incoming",
  elsewhere: "Answered elsewhere",
  missed: "Missed",
  busy: "Missed (you were on a call)",
  declined: "Declined",
  cancelled: "Missed",
  failed: "Missed",
  blocked: "Blocked",
};

const OUTGOING: Readonly<Record<CallRecord["status"], string>> = {
  answer: "Outgoing",
  elsewhere: "Outgoing",
  missed: "No answer",
  busy: "Busy",
  declined: "Declined by them",
  cancelled: "Canceled",
  failed: "Failed",
  blocked: "Not allowed",
};

const MINUTE = 60;
const HOUR = 3_600;
const DAY = 86_400;

/** "4 min", "2 h 5 min", "3 days": how long somebody had to wait. */
export function waitText(seconds: number): string {
  if (seconds < MINUTE) return "less than a minute";
  if (seconds < HOUR) return `${Math.floor(seconds / MINUTE)} min`;
  if (seconds < DAY) {
    const minutes = Math.floor((seconds % HOUR) / MINUTE);
    return `${Math.floor(seconds / HOUR)} h${minutes === 0 ? "" : ` ${minutes} min`}`;
  }
  const days = Math.floor(seconds / DAY);
  return `${days} ${days === 1 ? "day" : "days"}`;
}

const RETURN_WORDS = { call: "Returned", text: "Texted", answer: "Answered" } as const;

/** "Returned by Ana after 4 min"; undefined where there is nothing to return, or nobody has. */
export function returnText({ returned, time }: CallRecord, ownUserId: number): string | undefined {
  if (!returned) return undefined;
  const who = returned.user_id === ownUserId ? "you" : returned.by || "a colleague";
  return `${RETURN_WORDS[returned.via]} by ${who} after ${waitText(Math.max(0, returned.at - time))}`;
}
