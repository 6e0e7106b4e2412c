import type { InviteSuccess, UserAgentCore } from "@offhook/sip";
import type { RingStage, RingTarget } from "../calls/call-state.ts";
import { isTrunkTrouble } from "../calls/steps/ring-steps.ts";
import type { CompanyId, FaxLineConfig } from "../dialplan/company-config.ts";
import type { OutsidePlan } from "../dialplan/outside-calls.ts";
import { sdpBody, sdpText } from "../legs/leg-dialog.ts";
import { trunkInvite } from "../legs/trunk-invite.ts";
import type { PbxPorts } from "../pbx-ports.ts";
import type { FaxMachineCall, FaxMachineEnd, FaxMachines, FaxWay } from "../ports/fax-machine.ts";
import { SILENCE_MS } from "../silence.ts";
import type { TrunkLink } from "../trunks/trunk-link.ts";
import { FaxDescription } from "./fax-description.ts";
import { brokenMachine, FaxDialog } from "./fax-dialog.ts";
import { type FaxFailure, refusedByPlan, type UnansweredFax, unansweredFax } from "./fax-failure.ts";
import type { FaxLegs } from "./fax-legs.ts";

export interface FaxSendOrder {
  readonly companyId: CompanyId;
  /** The line it is sent from. */
  readonly line: FaxLineConfig;
  readonly to: string;
  readonly file: string;
  readonly firstPage: number;
  readonly stationId: string;
  readonly headerText: string;
}

export interface FaxProgress {
  /** The page that is on its way, from 1. */
  readonly page: number;
  readonly way: FaxWay;
}

interface SentFax {
  /** Confirmed by the other side in this call. */
  readonly pages: number;
  readonly station: string;
  readonly detail: string;
  readonly way: FaxWay;
}

export type FaxResult =
  | (SentFax & { readonly kind: "delivered" })
  | (SentFax & { readonly kind: "failed"; readonly reason: FaxFailure });

export interface OutgoingFaxParts {
  readonly ports: Pick<PbxPorts, "clock">;
  readonly machines: FaxMachines;
  readonly domain: string;
  readonly agent: UserAgentCore;
  readonly trunk: (trunkId: string) => TrunkLink | undefined;
  readonly plan: (callId: string) => OutsidePlan;
  readonly legs: FaxLegs;
  readonly callId: string;
  readonly sessionId: string;
  /** As long as a call of the company may last. */
  readonly maxMinutes: number | undefined;
}

type Attempt =
  | { readonly kind: "answered"; readonly success: InviteSuccess; readonly target: RingTarget }
  | (UnansweredFax & { readonly kind: "unanswered" });

/** One call to a fax machine outside, from the first trunk that is tried to the end of the conversation. */
export class OutgoingFax {
  readonly #parts: OutgoingFaxParts;
  readonly #order: FaxSendOrder;
  readonly #hear: (progress: FaxProgress) => void;
  #hangUp: () => void = () => {};
  #isStopped = false;
  #isOverdue = false;

  constructor(parts: OutgoingFaxParts, order: FaxSendOrder, hear: (progress: FaxProgress) => void) {
    this.#parts = parts;
    this.#order = order;
    this.#hear = hear;
  }

  /** Nobody wants it sent any more: cancels, or hangs up. */
  stop(): void {
    this.#isStopped = true;
    this.#hangUp();
  }

  async run(): Promise<FaxResult> {
    const planned = this.#parts.plan(this.#parts.callId);
    if (planned.kind === "refuse") return unsent(refusedByPlan(planned.cause));
    const machine = await this.#openMachine();
    if ("outcome" in machine) return failed("noEngine", machine);
    const sent = await this.#tryTrunks(machine, planned.stages);
    const end = await machine.hangUp().catch(brokenMachine);
    if (sent.kind === "unanswered") return this.#isStopped ? canceled(end) : unsent(sent);
    if (sent.end.outcome === "done") return { kind: "delivered", ...factsOf(sent.end) };
    if (this.#isOverdue) return failed("notAllowed", { ...sent.end, text: OVERDUE });
    return this.#isStopped ? canceled(sent.end) : failed(sent.end.reason ?? "dropped", sent.end);
  }

  async #openMachine(): Promise<FaxMachineCall | FaxMachineEnd> {
    const { machines, callId } = this.#parts;
    const { file, firstPage, stationId, headerText } = this.#order;
    try {
      return await machines.open({ callId, role: "send", file, firstPage, stationId, headerText });
    } catch (error) {
      return brokenMachine(error);
    }
  }

  /** RFC 3261 knows no second try: a busy machine is busy over every trunk, a trunk in trouble gives way to the next. */
  async #tryTrunks(
    machine: FaxMachineCall,
    stages: readonly RingStage[],
  ): Promise<
    | (UnansweredFax & { readonly kind: "unanswered" })
    | { readonly kind: "ended"; readonly end: FaxMachineEnd }
  > {
    const description = new FaxDescription(this.#parts.sessionId, machine);
    let last: UnansweredFax = refusedByPlan("congestion");
    for (const { targets, timeoutMs } of stages) {
      const [target] = targets;
      if (!target || this.#isStopped) break;
      const attempt = await this.#call(target, timeoutMs, description);
      if (attempt.kind === "answered") {
        const end = await this.#converse(machine, description, attempt);
        return { kind: "ended", end };
      }
      last = attempt;
      if (!isTrunkTrouble(attempt.cause)) break;
    }
    return { kind: "unanswered", ...last };
  }

  #call(target: RingTarget, timeoutMs: number, description: FaxDescription): Promise<Attempt> {
    const { agent, trunk, domain, legs, ports, callId } = this.#parts;
    const { record } = target;
    const call = { id: callId, domain, at: ports.clock.now() };
    const request = trunkInvite(trunk(record.trunkId ?? ""), target, call);
    if (!request) return Promise.resolve({ kind: "unanswered", ...refusedByPlan("congestion") });
    legs.opened(record);
    return new Promise<Attempt>((resolve) => {
      let isSettled = false;
      const settle = (attempt: Attempt): void => {
        if (isSettled) return;
        isSettled = true;
        cancelRing();
        cancelSilence();
        if (attempt.kind === "unanswered") legs.closed(record.id, attempt.cause);
        resolve(attempt);
      };
      const giveUp = (given: UnansweredFax): void => {
        if (isSettled) return;
        settle({ kind: "unanswered", ...given });
        invite.cancel();
      };
      const cancelRing = ports.clock.schedule(timeoutMs, () => giveUp(unansweredFax({ kind: "unanswered" })));
      const cancelSilence = ports.clock.schedule(SILENCE_MS, () =>
        giveUp(unansweredFax({ kind: "failed", reason: "timeout" })),
      );
      this.#hangUp = () => giveUp({ cause: "cancelled", reason: "canceled", detail: "Canceled" });
      const invite = agent.invite(
        { ...request, offer: sdpBody(description.audioOffer()) },
        {
          onProgress: () => cancelSilence(),
          onAnswered: (success) => settle({ kind: "answered", success, target }),
          onFailed: (failure) => settle({ kind: "unanswered", ...unansweredFax(failure) }),
        },
      );
    });
  }

  async #converse(
    machine: FaxMachineCall,
    description: FaxDescription,
    { success, target }: Extract<Attempt, { kind: "answered" }>,
  ): Promise<FaxMachineEnd> {
    const { legs, trunk, ports, maxMinutes } = this.#parts;
    const { record } = target;
    const { usage } = success;
    legs.answered(record.id);
    let cancelLimit = (): void => {};
    const end = await new Promise<FaxMachineEnd>((resolve) => {
      const t38 = trunk(record.trunkId ?? "")?.config.t38 ?? "whenAsked";
      const dialog = new FaxDialog({ usage, machine, description, t38, onEnded: resolve });
      const tell = (page: number): void => this.#hear({ page, way: dialog.way });
      machine.on("page", ({ page }) => tell(page + 1));
      this.#hangUp = () => dialog.hangUp();
      if (maxMinutes !== undefined)
        cancelLimit = ports.clock.schedule(maxMinutes * 60_000, () => {
          this.#isOverdue = true;
          dialog.hangUp();
        });
      const peer = success.description && description.readAnswer(sdpText(success.description));
      if (!peer || this.#isStopped) dialog.hangUp();
      else {
        dialog.connect(peer);
        tell(this.#order.firstPage);
      }
    });
    cancelLimit();
    legs.closed(record.id, "hungUp");
    return end;
  }
}

const OVERDUE = "The call took longer than the company allows";

const factsOf = ({ pages, station, text, way }: FaxMachineEnd): SentFax => ({
  pages,
  station,
  detail: text,
  way,
});

const failed = (reason: FaxFailure, end: FaxMachineEnd): FaxResult => ({
  kind: "failed",
  reason,
  ...factsOf(end),
});

const canceled = (end: FaxMachineEnd): FaxResult => failed("canceled", end);

const unsent = ({ reason, detail }: UnansweredFax): FaxResult => ({
  kind: "failed",
  reason,
  pages: 0,
  station: "",
  detail,
  way: "phone",
});
