import { type CallRecord, isMissedCall, type TimelineEntry } from "@offhook/contract";
import type { Database } from "../../../database/database.ts";
import type { TimelineSource } from "../../contacts/index.ts";
import { listRecordsWith } from "./call-record-repository.ts";

/** Calls of the user's lines, in the timelines of those he talked with. */
export function createCallTimeline(database: Database): TimelineSource {
  return {
    kind: "call",
    async list(actor, { numbers }, { before, limit }) {
      const records = await listRecordsWith(database.query, actor.userId, {
        numbers,
        until: before && new Date(before.time),
        limit,
      });
      return records.map(toEntry);
    },
  };
}

function toEntry(record: CallRecord): TimelineEntry {
  const { id, dir, number, time, duration, queue, returned } = record;
  const details = [
    duration > 0 ? durationText(duration) : "",
    queue ?? "",
    returned ? `Returned by ${returned.by}` : "",
  ];
  return {
    kind: "call",
    id,
    time: time * 1000,
    dir,
    number,
    title: titleOf(record),
    subtitle: details.filter(Boolean).join(" · "),
    status: isMissedCall(record) ? "missed" : record.status,
    to: `/calls/${encodeURIComponent(id)}`,
  };
}

function titleOf(record: CallRecord): string {
  if (isMissedCall(record)) return "Missed call";
  if (record.status === "elsewhere") return "Answered elsewhere";
  return record.dir === "in" ? "Incoming call" : "Outgoing call";
}

function durationText(seconds: number): string {
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
}
