import type { IncomingInvite, InviteUsage, UserAgentCore } from "@offhook/sip";
import type { Party } from "../calls/call-state.ts";
import type { LegRecord } from "../calls/records/leg-record.ts";
import type { LegRecordKeeper } from "../calls/records/leg-record-keeper.ts";
import type { FaxLineConfig } from "../dialplan/company-config.ts";
import { type CompanyPlan, isSameCaller, planOf } from "../dialplan/company-plan.ts";
import type { Router } from "../dialplan/pbx-router.ts";
import type { PbxPorts } from "../pbx-ports.ts";
import type { FaxMachines } from "../ports/fax-machine.ts";
import type { TrunkLink } from "../trunks/trunk-link.ts";
import { FaxLegs } from "./fax-legs.ts";
import { IncomingFax, type IncomingFaxParts } from "./incoming-fax.ts";
import { type FaxProgress, type FaxResult, type FaxSendOrder, OutgoingFax } from "./outgoing-fax.ts";

export interface FaxCallsParts {
  readonly ports: Pick<PbxPorts, "clock" | "directory" | "faxes" | "log">;
  readonly domain: string;
  readonly agent: UserAgentCore;
  readonly router: Pick<Router, "planFax" | "refusesFax">;
  readonly records: LegRecordKeeper;
  readonly trunk: (trunkId: string) => TrunkLink | undefined;
  readonly newId: () => string;
}

/** Who calls a fax line, and what they dialed. */
export interface FaxCaller {
  readonly plan: CompanyPlan;
  readonly line: FaxLineConfig;
  readonly party: Party;
  readonly isAnonymous: boolean;
  readonly dialed: string;
}

/** A fax that is being sent. */
export interface FaxSending {
  readonly result: Promise<FaxResult>;
  stop(): void;
}

/**
 * Calls between fax machines. They have one leg, whose sound goes past the media process, so that nothing of what makes
 * up a call of people is in their way.
 */
export class FaxCalls {
  readonly legs: FaxLegs;
  readonly #parts: FaxCallsParts;
  readonly #calls = new Map<{ stop(): void }, Promise<unknown>>();
  #nextSession = 1;

  constructor(parts: FaxCallsParts) {
    this.#parts = parts;
    this.legs = new FaxLegs(parts.ports.clock, parts.records);
  }

  get size(): number {
    return this.#calls.size;
  }

  send(order: FaxSendOrder, hear: (progress: FaxProgress) => void): FaxSending {
    const { ports, domain, agent, trunk, router, newId } = this.#parts;
    const machines = ports.faxes;
    const config = ports.directory.company(order.companyId);
    if (!machines || !config) return { result: Promise.resolve(NO_MACHINE), stop: () => {} };
    const callId = newId();
    const fax = new OutgoingFax(
      {
        ports,
        machines,
        domain,
        agent,
        trunk,
        plan: (id) => router.planFax(planOf(config), order.line, { callId: id, to: order.to }),
        legs: this.legs,
        callId,
        sessionId: this.#sessionId(),
        maxMinutes: config.outbound.line?.minutesPerCall,
      },
      order,
      hear,
    );
    return { result: this.#during(fax, fax.run()), stop: () => fax.stop() };
  }

  /** Whether the company's dial plan is closed to this number: an emergency service, a country, a costly one. */
  refuses(companyId: string, to: string): boolean {
    const { ports, router } = this.#parts;
    const config = ports.directory.company(companyId);
    return config !== undefined && router.refusesFax(planOf(config), to);
  }

  /** Somebody calls a fax line. */
  receive(invite: IncomingInvite, caller: FaxCaller): void {
    const { ports } = this.#parts;
    const { plan, party, line } = caller;
    if (plan.config.blockedCallers.some((each) => isSameCaller(each, party.number))) {
      invite.refuse(603);
      return;
    }
    if (!ports.faxes) {
      ports.log.warn("Somebody called a fax line, and there is no fax machine", { faxLineId: line.id });
      invite.refuse(480);
      return;
    }
    this.#take(invite, caller, ports.faxes);
  }

  /** A call of people turns out to be one of a fax machine, and goes on as such. */
  takeOver(answered: InviteUsage, caller: FaxCaller): void {
    const { faxes } = this.#parts.ports;
    if (faxes) this.#take({ answered }, caller, faxes);
    else answered.hangUp();
  }

  #take(from: IncomingFaxParts["caller"], caller: FaxCaller, machines: FaxMachines): void {
    const { ports, trunk, newId } = this.#parts;
    const { plan, party, line } = caller;
    const id = newId();
    const at = ports.clock.now();
    const fax = new IncomingFax({
      machines,
      legs: this.legs,
      caller: from,
      line,
      arrival: {
        id,
        companyId: plan.config.id,
        faxLineId: line.id,
        callerNumber: caller.isAnonymous ? "" : party.number,
        callerName: caller.isAnonymous ? "" : party.name,
        at,
      },
      record: recordOf(caller, { id: newId(), callId: id, at }),
      t38: trunk(party.trunkId ?? "")?.config.t38 ?? "whenAsked",
      sessionId: this.#sessionId(),
    });
    this.#during(fax, fax.run()).catch((error: unknown) =>
      ports.log.warn("A fax could not be received", { error: String(error) }),
    );
  }

  close(): void {
    for (const call of [...this.#calls.keys()]) call.stop();
  }

  /** Resolves when no call is on any more. */
  async settled(): Promise<void> {
    while (this.#calls.size > 0) await Promise.allSettled(this.#calls.values());
  }

  async #during<Result>(call: { stop(): void }, work: Promise<Result>): Promise<Result> {
    this.#calls.set(call, work);
    try {
      return await work;
    } finally {
      this.#calls.delete(call);
    }
  }

  #sessionId(): string {
    this.#nextSession += 1;
    return String(this.#nextSession);
  }
}

const NO_MACHINE: FaxResult = {
  kind: "failed",
  reason: "noEngine",
  pages: 0,
  station: "",
  detail: "There is no fax machine",
  way: "phone",
};

function recordOf(
  { plan, party, dialed }: FaxCaller,
  { id, callId, at }: { readonly id: string; readonly callId: string; readonly at: number },
): LegRecord {
  return {
    id,
    callId,
    companyId: plan.config.id,
    endpointId: party.endpointId,
    trunkId: party.trunkId,
    queueId: undefined,
    direction: "out",
    ownNumber: party.number,
    number: dialed,
    name: "",
    dialed,
    startedAt: at,
  };
}
