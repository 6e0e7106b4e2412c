import type { CompanyId, EndpointId } from "../dialplan/company-config.ts";
import type { LineUsage, SuspiciousKind } from "../dialplan/line-usage.ts";
import type { TollKind } from "../dialplan/toll-kind.ts";

/** The line that pays for an outside call, and what kind of call it is. */
export interface Toll {
  /** The line in whose name it was made; undefined: the company's own, a hunt group's say. */
  readonly endpointId: EndpointId | undefined;
  /** As it was called; E.164, or an emergency number. */
  readonly number: string;
  readonly kind: TollKind;
}

export interface TollCall extends Toll {
  readonly id: string;
  readonly companyId: CompanyId;
  readonly at: number;
}

/** What lines have called and what that cost, kept over restarts. Days are those of UTC, '2030-01-07'. */
export interface TollStore {
  spent(companyId: CompanyId, day: string): number;
  add(companyId: CompanyId, day: string, amount: number): void;
  /** An outside call rings. */
  begun(call: TollCall): void;
  ended(id: string, talkedMs: number): void;
  /** Of a line, or of what was called in the company's own name. Of calls that are over or on; how many are on, and for how long, call control knows better. */
  usage(
    companyId: CompanyId,
    endpointId: EndpointId | undefined,
    now: number,
  ): Omit<LineUsage, "callsAtOnce">;
  /** Nobody of the company has called this number before. */
  isNewAbroad(companyId: CompanyId, number: string): boolean;
  isStopped(endpointId: EndpointId, what: SuspiciousKind, now: number): boolean;
  stop(companyId: CompanyId, endpointId: EndpointId, what: SuspiciousKind, until: number): void;
}
