import type { CallRecord, CallRecordDetails } from "@offhook/contract";

/** Where the clock of tests stands: four in the morning in New York. */
export const TEST_NOW = Date.parse("2030-01-07T09:00:00Z");
const NOW_SECONDS = TEST_NOW / 1000;

/** A missed call of a quarter of an hour ago, unless told otherwise. */
export function aCallRecord(fields: Partial<CallRecord> = {}): CallRecord {
  const { dir = "in", number = "12125550177", name = "June Park" } = fields;
  const { time = NOW_SECONDS - 15 * 60 } = fields;
  return {
    id: "cdr-1",
    callid: `call-of-${fields.id ?? "cdr-1"}`,
    phone: "reception",
    cnumber: dir === "in" ? "12125550101" : number,
    snumber: dir === "in" ? number : "101",
    sname: dir === "in" ? name : "Front desk",
    number,
    name,
    dir,
    status: "missed",
    time,
    time_ms: time * 1000,
    duration: 0,
    new: false,
    blocked: false,
    doorbell: false,
    declined: null,
    queue: null,
    recorded: false,
    voicemail: false,
    noted: false,
    returned: null,
    ...fields,
  };
}

export function callDetails(record: CallRecord, fields: Partial<CallRecordDetails> = {}): CallRecordDetails {
  const isAnswered = record.status === "answer";
  return {
    ...record,
    cause: isAnswered ? "hungUp" : "noAnswer",
    answered_at: isAnswered ? record.time + 8 : null,
    ended_at: record.time + (isAnswered ? 8 + record.duration : 22),
    quality: [],
    recordings: [],
    note: null,
    queue_steps: [],
    answered_by: null,
    passed_over: [],
    supervision: [],
    voicemail_message: null,
    ...fields,
  };
}

export function aRecording(
  fields: Partial<CallRecordDetails["recordings"][number]> = {},
): CallRecordDetails["recordings"][number] {
  return {
    id: "r1",
    duration: 21,
    time: NOW_SECONDS,
    transcript: { state: "off", sentences: [] },
    ...fields,
  };
}

/** That many calls, one every minute, newest first. */
export function manyCalls(count: number): readonly CallRecord[] {
  return Array.from({ length: count }, (_, index) =>
    aCallRecord({
      id: `cdr-${index}`,
      name: `Caller ${index}`,
      time: NOW_SECONDS - 60 * (index + 1),
      status: index % 3 === 0 ? "missed" : "answer",
      dir: index % 3 === 2 ? "out" : "in",
      duration: index % 3 === 0 ? 0 : 65,
    }),
  );
}
