import { type DemoPerson, demoPerson } from "../../demo-people.ts";

/** A row of the history as JSON, whose times are ISO texts: all of them go to the database as one value. */
export interface CallRow {
  readonly id: string;
  readonly call_id: string;
  readonly customer_id: number;
  readonly phone_id: number;
  readonly queue_id: number | null;
  readonly dir: "in" | "out";
  readonly own_number: string;
  readonly number: string;
  readonly name: string;
  readonly dialled: string;
  readonly started_at: string;
  readonly answered_at: string | null;
  readonly seen_at: string;
  readonly ended_at: string;
  readonly duration_ms: number;
  readonly status: string;
  readonly cause: string;
  readonly is_blocked: boolean;
  readonly is_doorbell: boolean;
  readonly cost: number;
  readonly quality: readonly object[];
  returned_at: string | null;
  returned_via: string | null;
  returned_by: number | null;
  returned_phone_id: number | null;
}

export interface Party {
  readonly number: string;
  readonly name: string;
}

export interface CallPart {
  readonly callId: string;
  readonly handle: string;
  readonly dir: "in" | "out";
  readonly party: Party;
  readonly dialled?: string;
  readonly startedAt: number;
  readonly ringMs: number;
  /** Zero: nobody talked. */
  readonly talkedMs?: number;
  readonly status: string;
  readonly cause: string;
  readonly queueId?: number;
  readonly isBlocked?: boolean;
}

const iso = (time: number): string => new Date(time).toISOString();
const INTERVAL_MS = 10_000;
const MAX_INTERVALS = 30;
/** Of older calls nobody asks how they sounded. */
const MEASURED_MS = 6 * 86_400_000;

/** Collects the rows of calls and gives them their ids. */
export class CallWriter {
  readonly rows: CallRow[] = [];
  readonly #now: number;
  readonly #random: () => number;
  #lastCall = 0;

  constructor(now: number, random: () => number) {
    this.#now = now;
    this.#random = random;
  }

  newCall(): string {
    this.#lastCall += 1;
    return `demo-call-${this.#lastCall}`;
  }

  add(part: CallPart): CallRow {
    const { callId, handle, dir, party, startedAt, ringMs, talkedMs = 0 } = part;
    const person = demoPerson(handle);
    const answeredAt = talkedMs > 0 ? startedAt + ringMs : undefined;
    const endedAt = startedAt + ringMs + talkedMs;
    const row: CallRow = {
      id: `demo-${this.rows.length + 1}`,
      call_id: callId,
      customer_id: person.customerId,
      phone_id: person.id,
      queue_id: part.queueId ?? null,
      dir,
      own_number: person.extension,
      ...party,
      dialled: part.dialled ?? (dir === "in" ? person.number : party.number),
      started_at: iso(startedAt),
      answered_at: answeredAt === undefined ? null : iso(answeredAt),
      seen_at: iso(endedAt),
      ended_at: iso(endedAt),
      duration_ms: Math.round(talkedMs),
      status: part.status,
      cause: part.cause,
      is_blocked: part.isBlocked ?? false,
      is_doorbell: false,
      cost: 0,
      quality:
        answeredAt === undefined || startedAt < this.#now - MEASURED_MS
          ? []
          : this.#quality(answeredAt, talkedMs),
      returned_at: null,
      returned_via: null,
      returned_by: null,
      returned_phone_id: null,
    };
    this.rows.push(row);
    return row;
  }

  close(missed: readonly CallRow[], by: DemoPerson, via: "call" | "answer", at: number): void {
    for (const row of missed) {
      row.returned_at = iso(at);
      row.returned_via = via;
      row.returned_by = by.id;
      row.returned_phone_id = by.id;
    }
  }

  /** Most calls sound well; one in twelve had a bad network, for a while or all the time. */
  #quality(answeredAt: number, talkedMs: number): object[] {
    const random = this.#random;
    const count = Math.min(MAX_INTERVALS, Math.floor(talkedMs / INTERVAL_MS));
    const isBad = random() < 1 / 12;
    const badFrom = Math.floor(random() * count * 0.6);
    return Array.from({ length: count }, (_, index) => {
      const isBadNow = isBad && index >= badFrom;
      return {
        at: answeredAt + (index + 1) * INTERVAL_MS,
        lossRate: isBadNow ? round(0.02 + random() * 0.05) : round(random() * 0.002),
        jitterMs: Math.round(isBadNow ? 25 + random() * 40 : 2 + random() * 6),
        roundTripMs: Math.round(isBadNow ? 120 + random() * 160 : 18 + random() * 30),
        meanOpinionScore: round(isBadNow ? 2.5 + random() * 0.9 : 4.28 + random() * 0.15),
      };
    });
  }
}

const round = (value: number): number => Math.round(value * 1_000) / 1_000;
