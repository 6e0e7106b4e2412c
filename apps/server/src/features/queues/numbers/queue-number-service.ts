import type {
  QueueAgentRow,
  QueueNumbers,
  QueueNumbersQuery,
  QueueReport,
  QueueReportQuery,
  QueueReportRow,
} from "@offhook/contract";
import type { Clock } from "@offhook/kernel";
import type { QueueRecord } from "@offhook/pbx";
import type { Database } from "../../../database/database.ts";
import type { Actor } from "../../../platform/actor.ts";
import { queueNotFound } from "../queue-errors.ts";
import { listOwnPhoneIds, type SeenQueue } from "../queue-repository.ts";
import { queuesSeenBy, seesAllQueues } from "../queue-scope.ts";
import { listQueueRecords } from "../records/queue-record-repository.ts";
import { listAgentNames } from "./agent-name-repository.ts";
import { type AgentNumbers, NO_CALLS, NO_WORK, type QueueCount, QueueCounter } from "./count-queue.ts";
import { createLocalTime } from "./local-time.ts";
import { findPeriod, findTimeZone, findToday, type Period } from "./period-repository.ts";
import { presentAgent, presentCalls } from "./present-numbers.ts";
import { agentsAsCsv, type CsvPeriod, callsAsCsv } from "./report-csv.ts";

export interface QueueNumberServiceDeps {
  readonly database: Database;
  readonly clock: Clock;
}

const DAY_MS = 86_400_000;
const HOURS = Array.from({ length: 24 }, (_, hour) => hour);
const WEEKDAYS = ["Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"];
const TITLES = { queue: "Queue", hour: "Hour", weekday: "Weekday" } as const;

type CallsBy = keyof typeof TITLES;

interface Question {
  readonly actor: Actor;
  readonly queues: readonly SeenQueue[];
  readonly timeZone: string;
  readonly serviceLevelMs: number;
}

/** What queues and agents have done, counted from the records. */
export class QueueNumberService {
  readonly #deps: QueueNumberServiceDeps;

  constructor(deps: QueueNumberServiceDeps) {
    this.#deps = deps;
  }

  async today(actor: Actor, { seconds }: QueueNumbersQuery): Promise<QueueNumbers> {
    const { database, clock } = this.#deps;
    const { query } = database;
    const [queues, timeZone, own] = await Promise.all([
      queuesSeenBy(query, actor),
      findTimeZone(query, actor.customerId),
      listOwnPhoneIds(query, actor),
    ]);
    const date = await findToday(query, timeZone, new Date(clock.now()));
    const period = await findPeriod(query, timeZone, { from: date, to: date });
    const timeOf = createLocalTime(timeZone);
    const options = { serviceLevelMs: seconds * 1000, bucketOf: ({ at }: QueueRecord) => timeOf(at).hour };
    const counters = new Map(queues.map(({ id }) => [String(id), new QueueCounter(options)]));
    await this.#read(actor, queues, period, (record) => counters.get(record.queueId)?.add(record));
    const counts = new Map([...counters].map(([id, counter]) => [id, counter.result()]));
    return {
      date,
      queues: queues.map(({ id, name, extension }) => {
        const { total, buckets } = counts.get(String(id)) ?? new QueueCounter(options).result();
        const hours = HOURS.map((hour) => ({ hour, ...presentCalls(buckets.get(hour) ?? NO_CALLS) }));
        return { queue_id: id, name, extension, ...presentCalls(total), hours };
      }),
      own: presentAgent(workOf([...counts.values()], own.map(String))),
    };
  }

  async report(actor: Actor, asked: QueueReportQuery): Promise<QueueReport> {
    const { query } = this.#deps.database;
    const seen = await queuesSeenBy(query, actor);
    const queues = asked.queue === undefined ? seen : seen.filter(({ id }) => id === asked.queue);
    if (asked.queue !== undefined && queues.length === 0) throw queueNotFound();
    const timeZone = await findTimeZone(query, actor.customerId);
    const question = { actor, queues, timeZone, serviceLevelMs: asked.seconds * 1000 };
    const { by } = asked;
    const isCsv = asked.format === "csv";
    if (by === "agent") {
      const { now, compared } = await periodsOf(asked, (days) => this.#agentRows(question, days));
      return { by, ...now, compared, csv: isCsv ? agentsAsCsv(listed(now, compared)) : null };
    }
    const { now, compared } = await periodsOf(asked, (days) => this.#callRows(question, by, days));
    return { by, ...now, compared, csv: isCsv ? callsAsCsv(TITLES[by], listed(now, compared)) : null };
  }

  async #callRows(question: Question, by: CallsBy, days: Days): Promise<QueueReportRow[]> {
    const timeOf = createLocalTime(question.timeZone);
    const bucketOf = (record: QueueRecord): number =>
      by === "queue" ? Number(record.queueId) : timeOf(record.at)[by];
    const { buckets } = await this.#count(question, days, bucketOf);
    return labelsOf(by, question.queues).map(([key, label]) => ({
      key,
      label,
      ...presentCalls(buckets.get(key) ?? NO_CALLS),
    }));
  }

  /** How colleagues work is for supervisors to see. */
  async #agentRows(question: Question, days: Days): Promise<QueueAgentRow[]> {
    const { actor } = question;
    const { query } = this.#deps.database;
    const { agents } = await this.#count(question, days, () => 0);
    const own = seesAllQueues(actor) ? undefined : new Set(await listOwnPhoneIds(query, actor));
    const ids = [...agents.keys()].map(Number).filter((id) => own?.has(id) ?? true);
    const names = await listAgentNames(query, actor.customerId, ids);
    return names.map(({ phone_id, phone, name }) => ({
      phone,
      label: name,
      ...presentAgent(agents.get(String(phone_id)) ?? NO_WORK),
    }));
  }

  async #count(
    question: Question,
    days: Days,
    bucketOf: (record: QueueRecord) => number,
  ): Promise<QueueCount> {
    const { actor, queues, timeZone, serviceLevelMs } = question;
    const period = await findPeriod(this.#deps.database.query, timeZone, days);
    const counter = new QueueCounter({ serviceLevelMs, bucketOf });
    await this.#read(actor, queues, period, (record) => counter.add(record));
    return counter.result();
  }

  /** Day by day: a busy quarter of a year must neither be held at once nor keep the calls waiting. */
  async #read(
    { customerId }: Actor,
    queues: readonly SeenQueue[],
    { midnights }: Period,
    add: (record: QueueRecord) => void,
  ): Promise<void> {
    const queueIds = queues.map(({ id }) => id);
    if (queueIds.length === 0) return;
    for (const [index, from] of midnights.slice(0, -1).entries()) {
      const to = midnights[index + 1] ?? from;
      const range = { queueIds, from, to };
      for (const record of await listQueueRecords(this.#deps.database.query, customerId, range)) add(record);
    }
  }
}

type Days = Pick<Period, "from" | "to">;

/** The asked-for days and, where wanted, as many before them. */
async function periodsOf<Row>(
  { from, to, compare }: QueueReportQuery,
  rowsOf: (days: Days) => Promise<Row[]>,
): Promise<{ now: Days & { rows: Row[] }; compared: (Days & { rows: Row[] }) | null }> {
  const now = { from, to, rows: await rowsOf({ from, to }) };
  if (compare !== true) return { now, compared: null };
  const lengthMs = Date.parse(to) - Date.parse(from) + DAY_MS;
  const before = { from: dayBefore(from, lengthMs), to: dayBefore(to, lengthMs) };
  return { now, compared: { ...before, rows: await rowsOf(before) } };
}

const dayBefore = (day: string, ms: number): string =>
  new Date(Date.parse(day) - ms).toISOString().slice(0, 10);

function listed<Row>(now: CsvPeriod<Row>, compared: CsvPeriod<Row> | null): CsvPeriod<Row>[] {
  return compared ? [now, compared] : [now];
}

function labelsOf(by: CallsBy, queues: readonly SeenQueue[]): readonly (readonly [number, string])[] {
  if (by === "queue") return queues.map(({ id, name }) => [id, name]);
  if (by === "weekday") return WEEKDAYS.map((name, index) => [index + 1, name]);
  return HOURS.map((hour) => [hour, `${String(hour).padStart(2, "0")}:00`]);
}

/** Of one person with several lines, over several queues. */
function workOf(counts: readonly QueueCount[], endpointIds: readonly string[]): AgentNumbers {
  const parts = counts.flatMap(({ agents }) => endpointIds.flatMap((id) => agents.get(id) ?? []));
  return parts.reduce(
    (sum, part) => ({
      answered: sum.answered + part.answered,
      missedOffers: sum.missedOffers + part.missedOffers,
      talkMs: sum.talkMs + part.talkMs,
      longestWaitTakenMs: Math.max(sum.longestWaitTakenMs, part.longestWaitTakenMs),
    }),
    NO_WORK,
  );
}
