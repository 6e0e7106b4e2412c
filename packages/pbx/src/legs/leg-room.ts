import { Reason, reasonValue, SipHeaders } from "@offhook/sip";
import { type CompanyId, DEFAULT_COMPANY_LIMITS, type EndpointId } from "../dialplan/company-config.ts";
import { planOf } from "../dialplan/company-plan.ts";
import type { PbxPorts } from "../pbx-ports.ts";
import type { LimitScope } from "../ports/leg-limits.ts";

export interface LegRoomParts {
  readonly ports: Pick<PbxPorts, "legLimits" | "directory">;
  /** The company of each leg there is. */
  readonly companies: () => Iterable<CompanyId>;
  readonly callsOf: (endpointId: EndpointId) => number;
}

export interface RoomRequest {
  readonly companyId: CompanyId;
  /** The line that begins another call; undefined for a leg of one that is admitted already. */
  readonly endpointId?: EndpointId | undefined;
  /** Asked only where there is no room otherwise: these calls are never turned away by a limit. */
  readonly isEmergency?: () => boolean;
}

/** Whether there is room for another leg, so that no line or company can take all of the audio. */
export class LegRoom {
  readonly #parts: LegRoomParts;

  constructor(parts: LegRoomParts) {
    this.#parts = parts;
  }

  /** What is full; undefined where the leg may come. */
  refusal({ companyId, endpointId, isEmergency }: RoomRequest): LimitScope | undefined {
    const { legLimits } = this.#parts.ports;
    const reached = this.#reached(companyId, endpointId);
    if (!reached) return undefined;
    if (isEmergency?.() === true && this.#count().all < legLimits.maxLegs) return undefined;
    legLimits.onReached({ ...reached, companyId, endpointId });
    return reached.scope;
  }

  #reached(
    companyId: CompanyId,
    endpointId: EndpointId | undefined,
  ): { readonly scope: LimitScope; readonly limit: number } | undefined {
    const { legLimits, directory } = this.#parts.ports;
    const company = directory.company(companyId);
    const limits = company?.limits ?? DEFAULT_COMPANY_LIMITS;
    if (endpointId !== undefined) {
      const line = company && planOf(company).endpoints.get(endpointId);
      // A line that may be called so often may call so often too.
      const limit = Math.max(limits.maxCallsPerLine, line?.maxCalls ?? 0);
      if (this.#parts.callsOf(endpointId) >= limit) return { scope: "line", limit };
    }
    const { all, own } = this.#count(companyId);
    if (own >= limits.maxLegs) return { scope: "company", limit: limits.maxLegs };
    const ordinary = legLimits.maxLegs - legLimits.reservedLegs;
    return all >= ordinary ? { scope: "installation", limit: ordinary } : undefined;
  }

  #count(companyId?: CompanyId): { readonly all: number; readonly own: number } {
    let all = 0;
    let own = 0;
    for (const each of this.#parts.companies()) {
      all += 1;
      if (each === companyId) own += 1;
    }
    return { all, own };
  }
}

const RETRY_SECONDS = "10";

const TEXTS: Readonly<Record<LimitScope, string>> = {
  line: "This line has too many calls at once",
  company: "The company has too many calls at once",
  installation: "The phone system has too many calls at once",
};

/** How a caller is told: a line with too many calls is busy, everything else is a matter of time. */
export function limitAnswer(scope: LimitScope): { readonly status: number; readonly headers: SipHeaders } {
  const status = scope === "line" ? 486 : 503;
  const reason = reasonValue({ protocol: "SIP", cause: status, text: TEXTS[scope] });
  const headers = new SipHeaders().withValues(Reason, reason);
  return { status, headers: status === 503 ? headers.with("Retry-After", RETRY_SECONDS) : headers };
}
