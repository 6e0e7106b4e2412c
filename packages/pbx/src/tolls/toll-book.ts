import { type SuspiciousKind, suspicionOf } from "../dialplan/line-usage.ts";
import type { TollCall, TollStore } from "../ports/toll-store.ts";

/** An outside call of the last day. */
export interface BookedCall extends TollCall {
  /** Nobody of the company had called this number before. */
  readonly isNew: boolean;
  readonly talkedMs: number;
}

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
/** Nobody dials faster; a line that does has reached its limits long ago. */
const MOST_CALLS_OF_A_LINE = 5_000;

/** A line, or the company itself. Lines have ids of their own over all companies. */
const payerOf = (companyId: string, endpointId: string | undefined): string =>
  endpointId ?? `company ${companyId}`;

/** The outside calls of the last day by line, in memory: what the guards of the dial plan ask. */
export class TollBook {
  readonly #byLine = new Map<string, BookedCall[]>();
  readonly #running = new Map<string, BookedCall>();
  readonly #abroad = new Map<string, Set<string>>();
  readonly #stopped = new Map<string, number>();

  /** What was booked before a restart. */
  restore(call: BookedCall): void {
    const payer = payerOf(call.companyId, call.endpointId);
    const calls = this.#byLine.get(payer) ?? [];
    calls.push(call);
    if (calls.length > MOST_CALLS_OF_A_LINE) calls.shift();
    this.#byLine.set(payer, calls);
  }

  knownAbroad(companyId: string, number: string): void {
    const known = this.#abroad.get(companyId) ?? new Set();
    this.#abroad.set(companyId, known.add(number));
  }

  begun(call: TollCall): BookedCall {
    const booked = { ...call, isNew: this.isNewAbroad(call.companyId, call.number), talkedMs: 0 };
    this.#running.set(call.id, booked);
    this.#forgetOld(payerOf(call.companyId, call.endpointId), call.at);
    this.restore(booked);
    if (call.kind === "foreign") this.knownAbroad(call.companyId, call.number);
    return booked;
  }

  ended(id: string, talkedMs: number): void {
    const booked = this.#running.get(id);
    this.#running.delete(id);
    const calls = booked && this.#byLine.get(payerOf(booked.companyId, booked.endpointId));
    const place = booked && calls ? calls.indexOf(booked) : -1;
    if (booked && calls && place >= 0) calls[place] = { ...booked, talkedMs };
  }

  usage(companyId: string, endpointId: string | undefined, now: number): ReturnType<TollStore["usage"]> {
    const today = (this.#byLine.get(payerOf(companyId, endpointId)) ?? []).filter(
      ({ at }) => at > now - DAY_MS,
    );
    const hour = today.filter(({ at }) => at > now - HOUR_MS);
    return {
      callsThisHour: hour.length,
      callsToday: today.length,
      secondsToday: today.reduce((sum, { talkedMs }) => sum + talkedMs, 0) / 1000,
      premiumThisHour: hour.filter(({ kind }) => suspicionOf(kind) === "premium").length,
      newForeignThisHour: hour.filter(({ kind, isNew }) => kind === "foreign" && isNew).length,
    };
  }

  isNewAbroad(companyId: string, number: string): boolean {
    return !this.#abroad.get(companyId)?.has(number);
  }

  isStopped(endpointId: string, what: SuspiciousKind, now: number): boolean {
    return (this.#stopped.get(`${endpointId} ${what}`) ?? 0) > now;
  }

  stop(_companyId: string, endpointId: string, what: SuspiciousKind, until: number): void {
    this.#stopped.set(`${endpointId} ${what}`, until);
  }

  /** An administrator has looked into it: the line begins anew. */
  release(endpointId: string): void {
    for (const what of ["premium", "foreign"] as const) this.#stopped.delete(`${endpointId} ${what}`);
    this.#byLine.delete(endpointId);
  }

  #forgetOld(payer: string, now: number): void {
    const calls = this.#byLine.get(payer);
    while (calls?.[0] && calls[0].at <= now - DAY_MS) calls.shift();
  }
}
