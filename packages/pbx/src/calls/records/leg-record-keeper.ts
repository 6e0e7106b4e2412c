import type { Clock } from "@offhook/kernel";
import type { QualityReport } from "@offhook/media/protocol";
import type { TrunkConfig } from "../../dialplan/company-config.ts";
import { costOf } from "../../dialplan/outside-calls.ts";
import type { CallRecords } from "../../ports/call-records.ts";
import type { TollStore } from "../../ports/toll-store.ts";
import type { LegEnd } from "../call-effect.ts";
import type { HangupCause } from "../hangup-cause.ts";
import type { ClosedLegRecord, LegRecord, LegStatus, QualityInterval } from "./leg-record.ts";

export interface LegRecordKeeperParts {
  readonly clock: Clock;
  readonly records: CallRecords;
  readonly tolls: TollStore;
  readonly trunk: (trunkId: string) => TrunkConfig | undefined;
  readonly onClosed: (leg: ClosedLegRecord) => void;
}

/** An hour of intervals of five seconds; of longer calls every second one is kept, then every fourth, ... */
const MAX_INTERVALS = 720;

/** Writes call detail rows, with what was measured and what it cost. */
export class LegRecordKeeper {
  readonly #parts: LegRecordKeeperParts;
  readonly #quality = new Map<string, QualityInterval[]>();
  /** The score people were last told of. */
  readonly #told = new Map<string, number | undefined>();

  constructor(parts: LegRecordKeeperParts) {
    this.#parts = parts;
  }

  opened(record: LegRecord): void {
    this.#quality.set(record.id, []);
    const { id, companyId, startedAt: at, toll } = record;
    if (toll) this.#parts.tolls.begun({ ...toll, id, companyId, at });
    if (!record.isUntold) this.#parts.records.opened(record);
  }

  /** Goes on with a record that was opened before a restart; what was measured until then is lost. */
  resumed(record: LegRecord): void {
    this.#quality.set(record.id, []);
    this.#parts.records.opened(record);
  }

  latest(recordId: string): QualityInterval | undefined {
    return this.#quality.get(recordId)?.at(-1);
  }

  /** True when it has become better or worse since people were last told. */
  measured(recordId: string, report: QualityReport): boolean {
    const kept = this.#quality.get(recordId);
    if (!kept) return false;
    const interval: QualityInterval = {
      at: this.#parts.clock.now(),
      lossRate: Math.max(report.received.lossRate, report.remote?.lossRate ?? 0),
      jitterMs: Math.max(report.received.jitterMs, report.remote?.jitterMs ?? 0),
      roundTripMs: report.roundTripMs,
      meanOpinionScore: report.meanOpinionScore,
    };
    kept.push(interval);
    if (kept.length > MAX_INTERVALS)
      this.#quality.set(
        recordId,
        kept.filter((_, index) => index % 2 === 0),
      );
    const told = this.#told.get(recordId);
    if (isAlike(told, interval.meanOpinionScore)) return false;
    this.#told.set(recordId, interval.meanOpinionScore);
    return true;
  }

  closed({ record, answeredAt, endedAt, cause, deviceId, declinedBy }: LegEnd): void {
    const durationMs = answeredAt === undefined ? 0 : endedAt - answeredAt;
    const trunk = record.trunkId === undefined ? undefined : this.#parts.trunk(record.trunkId);
    // Only outgoing legs over the trunk cost: callers pay for themselves.
    const { toll } = record;
    const cost = trunk && toll ? costOf(trunk, toll.number, durationMs) : 0;
    if (toll) this.#parts.tolls.ended(record.id, durationMs);
    // Field by field: at the end of every call, an object that grows behind a spread costs many times this one.
    const closed: ClosedLegRecord = {
      id: record.id,
      callId: record.callId,
      companyId: record.companyId,
      endpointId: record.endpointId,
      trunkId: record.trunkId,
      queueId: record.queueId,
      direction: record.direction,
      ownNumber: record.ownNumber,
      number: record.number,
      name: record.name,
      dialed: record.dialed,
      startedAt: record.startedAt,
      isDoorbell: record.isDoorbell === true,
      answeredAt,
      endedAt,
      durationMs,
      status: statusOf(cause, answeredAt !== undefined, record.direction),
      cause,
      isBlocked: cause === "blocked" || cause === "anonymousRejected",
      deviceId,
      declinedBy,
      cost,
      quality: this.#quality.get(record.id) ?? [],
    };
    this.#quality.delete(record.id);
    this.#told.delete(record.id);
    if (cost > 0) this.#parts.tolls.add(record.companyId, dayOf(endedAt), cost);
    if (record.isUntold) return;
    this.#parts.records.closed(closed);
    this.#parts.onClosed(closed);
  }
}

/** A tenth of a point is what nobody hears. */
const NOTABLE_SCORE = 0.2;

const isAlike = (a: number | undefined, b: number | undefined): boolean =>
  a === b || (a !== undefined && b !== undefined && Math.abs(a - b) < NOTABLE_SCORE);

export const dayOf = (at: number): string => new Date(at).toISOString().slice(0, 10);

const STATUS: Readonly<Partial<Record<HangupCause, LegStatus>>> = {
  elsewhere: "elsewhere",
  busy: "busy",
  declined: "declined",
  blocked: "blocked",
  anonymousRejected: "blocked",
  noAnswer: "missed",
  unreachable: "missed",
  doNotDisturb: "missed",
  lost: "missed",
  notFound: "failed",
  forbidden: "failed",
  congestion: "failed",
  noCarrier: "failed",
  limitReached: "failed",
  failed: "failed",
  crashed: "failed",
  shutdown: "failed",
};

/** The history's word for what became of a leg. */
export function statusOf(cause: HangupCause, isAnswered: boolean, direction: "in" | "out"): LegStatus {
  if (isAnswered) return "answer";
  // A caller who gave up canceled their own call; the called party has missed one.
  return STATUS[cause] ?? (direction === "out" ? "cancelled" : "missed");
}
