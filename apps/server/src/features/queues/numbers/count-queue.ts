import type { EndpointId, QueueRecord } from "@offhook/pbx";

export interface CountOptions {
  /** A call answered within this time was answered in time. */
  readonly serviceLevelMs: number;
  /** What a moment is counted under: its hour, its weekday, its queue's name. */
  readonly bucketOf: (record: QueueRecord) => number;
}

export interface CallNumbers {
  /** Calls that came in. Those who still wait are among them, so it is not the sum of the others. */
  readonly offered: number;
  readonly answered: number;
  readonly abandoned: number;
  readonly overflowed: number;
  /** Share of calls answered in time; those who gave up before that time do not count. Undefined without calls. */
  readonly serviceLevel: number | undefined;
  /** Of everyone who has left the queue, however they did. */
  readonly averageWaitMs: number | undefined;
  readonly longestWaitMs: number;
  /** Of calls that have ended. */
  readonly averageTalkMs: number | undefined;
}

export interface AgentNumbers {
  readonly answered: number;
  readonly missedOffers: number;
  readonly talkMs: number;
  /** The longest that a caller had waited whom the agent took. */
  readonly longestWaitTakenMs: number;
}

export interface QueueCount {
  readonly total: CallNumbers;
  readonly buckets: ReadonlyMap<number, CallNumbers>;
  readonly agents: ReadonlyMap<EndpointId, AgentNumbers>;
}

interface Tally {
  offered: number;
  answered: number;
  answeredInTime: number;
  abandoned: number;
  abandonedLate: number;
  overflowed: number;
  left: number;
  waitMs: number;
  longestWaitMs: number;
  ended: number;
  talkMs: number;
}

type MutableAgent = { -readonly [Key in keyof AgentNumbers]: AgentNumbers[Key] };

const newTally = (): Tally => ({
  ...{ offered: 0, answered: 0, answeredInTime: 0, abandoned: 0, abandonedLate: 0, overflowed: 0 },
  ...{ left: 0, waitMs: 0, longestWaitMs: 0, ended: 0, talkMs: 0 },
});

/**
 * Counts records one by one, so that months of them need not be held at once. Each counts at its own time: the numbers
 * of two periods that follow one another add up to those of both.
 */
export class QueueCounter {
  readonly #options: CountOptions;
  readonly #total = newTally();
  readonly #buckets = new Map<number, Tally>();
  readonly #agents = new Map<EndpointId, MutableAgent>();

  constructor(options: CountOptions) {
    this.#options = options;
  }

  add(record: QueueRecord): void {
    const { serviceLevelMs, bucketOf } = this.#options;
    addToTally(this.#total, record, serviceLevelMs);
    addToAgent(this.#agents, record);
    // Sign-ins and pauses say nothing of calls, and make no hour a busy one.
    if ("callId" in record)
      addToTally(entryOf(this.#buckets, bucketOf(record), newTally), record, serviceLevelMs);
  }

  result(): QueueCount {
    return {
      total: numbersOf(this.#total),
      buckets: new Map([...this.#buckets].map(([bucket, tally]) => [bucket, numbersOf(tally)])),
      agents: new Map(this.#agents),
    };
  }
}

/** Pure. */
export function countQueue(records: Iterable<QueueRecord>, options: CountOptions): QueueCount {
  const counter = new QueueCounter(options);
  for (const record of records) counter.add(record);
  return counter.result();
}

/** Of a queue, an hour or a weekday without calls. */
export const NO_CALLS: CallNumbers = numbersOf(newTally());
export const NO_WORK: AgentNumbers = { answered: 0, missedOffers: 0, talkMs: 0, longestWaitTakenMs: 0 };

function entryOf<Key, Value>(map: Map<Key, Value>, key: Key, create: () => Value): Value {
  const found = map.get(key);
  if (found !== undefined) return found;
  const created = create();
  map.set(key, created);
  return created;
}

function addToTally(tally: Tally, record: QueueRecord, serviceLevelMs: number): void {
  switch (record.type) {
    case "entered":
      tally.offered += 1;
      break;
    case "answered":
      tally.answered += 1;
      if (record.waitMs <= serviceLevelMs) tally.answeredInTime += 1;
      break;
    case "abandoned":
      tally.abandoned += 1;
      if (record.waitMs > serviceLevelMs) tally.abandonedLate += 1;
      break;
    case "overflowed":
      tally.overflowed += 1;
      break;
    case "ended":
      tally.ended += 1;
      tally.talkMs += record.talkMs;
      break;
    default:
      break;
  }
  if (!("waitMs" in record)) return;
  tally.left += 1;
  tally.waitMs += record.waitMs;
  tally.longestWaitMs = Math.max(tally.longestWaitMs, record.waitMs);
}

function addToAgent(agents: Map<EndpointId, MutableAgent>, record: QueueRecord): void {
  if (record.type !== "answered" && record.type !== "missed" && record.type !== "ended") return;
  const agent = entryOf(agents, record.endpointId, () => ({ ...NO_WORK }));
  if (record.type === "missed") agent.missedOffers += 1;
  else if (record.type === "ended") agent.talkMs += record.talkMs;
  else {
    agent.answered += 1;
    agent.longestWaitTakenMs = Math.max(agent.longestWaitTakenMs, record.waitMs);
  }
}

function share(part: number, whole: number): number | undefined {
  return whole === 0 ? undefined : part / whole;
}

function numbersOf(tally: Tally): CallNumbers {
  const { offered, answered, abandoned, overflowed, longestWaitMs } = tally;
  return {
    offered,
    answered,
    abandoned,
    overflowed,
    serviceLevel: share(tally.answeredInTime, answered + tally.abandonedLate),
    averageWaitMs: share(tally.waitMs, tally.left),
    longestWaitMs,
    averageTalkMs: share(tally.talkMs, tally.ended),
  };
}
