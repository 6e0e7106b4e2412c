import { type CallRecord, isMissedCall, type TimelineEntry } from "@offhook/contract";
import { clockDuration } from "@offhook/kernel";
import type { Database } from "../../../database/database.ts";
import type { TimelineSource } from "../../contacts/index.ts";
import { listRecordsWith } from "./call-record-repository.ts";

/** Calls of the user's lines, in the timelines of the people they talked with. */
export function createCallTimeline(database: Database): TimelineSource {
  return {
    kind: "call",
    feature: "calls",
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
    duration > 0 ? clockDuration(duration) : "",
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
