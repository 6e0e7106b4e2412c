import type { Emitter } from "@offhook/kernel";
import type { CallId } from "../calls/call-ids.ts";
import type { CallRunner } from "../calls/call-runner.ts";
import type { CallState, Supervision, SupervisionMode } from "../calls/call-state.ts";
import { isSameAudience } from "../calls/steps/derived-effects.ts";
import type { CallView, SupervisorView } from "../calls/views/call-view.ts";
import type { CommandRefusal, CommandResult } from "../commands/pbx-commands.ts";
import type { CompanyId, EndpointId } from "../dialplan/company-config.ts";
import { type CompanyPlan, planOf } from "../dialplan/company-plan.ts";
import type { Router } from "../dialplan/pbx-router.ts";
import { endpointTarget } from "../dialplan/ring-targets.ts";
import type { LegBoard } from "../legs/leg-board.ts";
import type { PbxEvents } from "../pbx-events.ts";
import type { PbxPorts } from "../pbx-ports.ts";
import type { Registrar } from "../registrar/registrar.ts";
import { type AgentCall, agentCallIn, placeIn, planListener } from "./plan-supervision.ts";

export interface SupervisionsParts {
  readonly ports: Pick<PbxPorts, "clock" | "directory" | "media">;
  readonly events: Emitter<PbxEvents>;
  readonly runner: CallRunner;
  readonly board: Pick<LegBoard, "room">;
  readonly router: Pick<Router, "world">;
  readonly registrar: Pick<Registrar, "bindings">;
  readonly newId: () => string;
  /** A call looks different, though nothing happened in it. */
  readonly onChanged: (callId: CallId) => void;
}

/** Who wants to take part in the call of an agent, and where their phone rings. */
export interface SuperviseCall {
  readonly companyId: CompanyId;
  /** The call of the agent. */
  readonly callId: CallId;
  readonly mode: SupervisionMode;
  readonly userId: string;
  readonly name: string;
  readonly endpointId: EndpointId;
  /** Only devices that registered by this account ring, and pick up by themselves. Left out: all of the line's. */
  readonly account?: string | undefined;
}

const refused = (refusal: CommandRefusal): { readonly isDone: false; readonly refusal: CommandRefusal } => ({
  isDone: false,
  refusal,
});

type TakenPart = PbxEvents["supervisionBegan"];

/**
 * People who lead agents and take part in their calls. Each has a call of their own, which ends with the agent's and
 * does not end it.
 */
export class Supervisions {
  readonly #parts: SupervisionsParts;
  /** Calls of listeners, and what was last told of each: the agent's call that they are in, and how. */
  readonly #told = new Map<CallId, TakenPart | undefined>();

  constructor(parts: SupervisionsParts) {
    this.#parts = parts;
    parts.events.on("callChanged", (call) => this.#follow(call));
    parts.events.on("callEnded", (call) => this.#follow(call));
  }

  /** Calls the listener, or lets them speak to others, or takes them from one call to another. */
  supervise(request: SuperviseCall): CommandResult<{ readonly callId: CallId }> {
    return this.#begin(request, false);
  }

  /** The agent is let go, and the listener goes on with the caller. */
  takeOver(request: Omit<SuperviseCall, "mode">): CommandResult<{ readonly callId: CallId }> {
    return this.#begin({ ...request, mode: "listen" }, true);
  }

  /** The calls of a company that may be listened to. */
  agentCalls(companyId: CompanyId): readonly { readonly call: CallView; readonly agentId: EndpointId }[] {
    const { runner } = this.#parts;
    const plan = this.#plan(companyId);
    if (!plan) return [];
    return [...runner.states()].flatMap((state) => {
      const agentCall = agentCallIn(plan, state);
      return agentCall ? [{ call: runner.view(state), agentId: agentCall.agentId }] : [];
    });
  }

  /** Those who are in a call, heard or not. */
  of(callId: CallId): readonly SupervisorView[] {
    if (this.#told.size === 0) return [];
    return this.#listeners().flatMap(({ state, supervision: { callId: listened, userId, name, mode } }) => {
      if (listened !== callId || state.name !== "application") return [];
      const isShown = mode !== "listen" || this.#noticeOf(state.core.companyId) !== "none";
      return [{ userId, name, mode, isShown }];
    });
  }

  #begin(request: SuperviseCall, takesOver: boolean): CommandResult<{ readonly callId: CallId }> {
    const { runner } = this.#parts;
    const { companyId, callId, mode, userId, name } = request;
    const plan = this.#plan(companyId);
    const call = plan && agentCallIn(plan, runner.state(callId));
    if (!plan || !call) return refused("wrongState");
    if (call.agentId === request.endpointId) return refused("notAllowed");
    const place = placeIn(call, mode, runner.states());
    const supervision = { callId, agentId: call.agentId, userId, name, mode, takesOver, ...place };
    const running = this.#listeners().find(
      ({ state, supervision: own }) => own.userId === userId && state.core.companyId === companyId,
    );
    if (!running) return this.#summon(plan, call, request, supervision);
    runner.handleCall(running.state.core.id, { type: "supervisionChanged", supervision });
    return { isDone: true, callId: running.state.core.id };
  }

  #summon(
    plan: CompanyPlan,
    call: AgentCall,
    { companyId, endpointId, account }: SuperviseCall,
    supervision: Supervision,
  ): CommandResult<{ readonly callId: CallId }> {
    const { runner, board, router, registrar, newId } = this.#parts;
    const endpoint = plan.endpoints.get(endpointId);
    if (!endpoint) return refused("unknownEndpoint");
    if (board.room.refusal({ companyId, endpointId, isEmergency: () => false }))
      return refused("limitReached");
    const devices = registrar
      .bindings(endpointId)
      .filter(({ isOnline, username }) => isOnline && (account === undefined || username === account))
      .map(({ deviceId }) => deviceId);
    if (devices.length === 0) return refused("unreachable");
    const listener = { endpoint, devices, isAutoAnswered: account !== undefined, id: newId() };
    const { core, stage } = planListener(router.world(plan), call, listener, supervision);
    this.#told.set(core.id, undefined);
    runner.summon(core, { stages: [stage], fallbacks: {}, hasMusic: false }, core.dialed);
    return { isDone: true, callId: core.id };
  }

  #follow({ callId, phase }: CallView): void {
    if (this.#told.size === 0) return;
    if (this.#told.has(callId)) this.#followListener(callId, phase === "ended");
    for (const { state, supervision } of this.#listeners())
      if (supervision.callId === callId) this.#accompany(state, supervision);
  }

  /** A listener has come, gone, or changed: those who see the agent's call are told. */
  #followListener(callId: CallId, isOver: boolean): void {
    const { runner, onChanged } = this.#parts;
    const before = this.#told.get(callId);
    const state = runner.state(callId);
    const supervision = state?.core.supervision;
    if (isOver || !supervision) {
      this.#takesPart(callId, undefined);
      this.#told.delete(callId);
      if (before) onChanged(before.callId);
      return;
    }
    if (state.name !== "application") return;
    if (supervision.takesOver && this.#takeOver(state, supervision)) {
      this.#takesPart(callId, this.#partOf(state, supervision, "takeOver"));
      return;
    }
    this.#takesPart(callId, this.#partOf(state, supervision, supervision.mode));
    if (before?.callId !== supervision.callId) {
      this.#giveNotice(state.core.companyId, supervision);
      if (before) onChanged(before.callId);
    }
    onChanged(supervision.callId);
  }

  #partOf({ core: { companyId } }: CallState, supervision: Supervision, mode: TakenPart["mode"]): TakenPart {
    const { callId, agentId, userId } = supervision;
    const isShown = mode !== "listen" || this.#noticeOf(companyId) !== "none";
    return { companyId, callId, agentId, userId, mode, isShown, at: this.#parts.ports.clock.now() };
  }

  /** Each part once: it is what histories tell. */
  #takesPart(listeningId: CallId, part: TakenPart | undefined): void {
    const { events, ports } = this.#parts;
    const before = this.#told.get(listeningId);
    if (before && part && before.callId === part.callId && before.mode === part.mode) return;
    this.#told.set(listeningId, part);
    if (before) {
      const { companyId, callId, userId } = before;
      events.emit("supervisionEnded", { companyId, callId, userId, at: ports.clock.now() });
    }
    if (part) events.emit("supervisionBegan", part);
  }

  /** The agent's call has changed: the listener goes where the agent is, or leaves with them. */
  #accompany(state: CallState, supervision: Supervision): void {
    const { runner } = this.#parts;
    const plan = this.#plan(state.core.companyId);
    const call = plan && agentCallIn(plan, runner.state(supervision.callId));
    if (call?.agentId !== supervision.agentId) {
      this.#end(state);
      return;
    }
    const { bridgeId, audience } = placeIn(call, supervision.mode, runner.states());
    if (bridgeId === supervision.bridgeId && isSameAudience(audience, supervision.audience)) return;
    const moved = { ...supervision, bridgeId, audience };
    runner.handleCall(state.core.id, { type: "supervisionChanged", supervision: moved });
  }

  #end({ core: { id }, ...state }: CallState): void {
    const { runner } = this.#parts;
    if (state.name === "application") runner.handleCall(id, { type: "applicationEnded", next: undefined });
    // Its phone still rings for a call that is over.
    else runner.handleCall(id, { type: "timeUp", timer: "ring" });
  }

  #takeOver({ core }: CallState, { callId, agentId }: Supervision): boolean {
    const { runner, router } = this.#parts;
    const plan = this.#plan(core.companyId);
    const call = plan && agentCallIn(plan, runner.state(callId));
    const listening = runner.state(core.id);
    if (call?.agentId !== agentId || listening?.name !== "application") return false;
    const endpoint = plan?.endpoints.get(listening.near.channel.party.endpointId ?? "");
    if (!plan || !endpoint) return false;
    const caller = { core: call.state.core, near: call.state.near.channel.party };
    // Not of the queue: its numbers count the agent whom it gave the call to.
    const { record } = endpointTarget(router.world(plan), caller, endpoint);
    return runner.takeOver(callId, core.id, record);
  }

  #giveNotice(companyId: CompanyId, { callId }: Supervision): void {
    const { ports, runner, newId } = this.#parts;
    const plan = this.#plan(companyId);
    const call = plan && agentCallIn(plan, runner.state(callId));
    if (!call || plan?.config.supervisionNotice !== "heard") return;
    ports.media.tell("play", {
      playbackId: newId(),
      target: { legId: call.state.far.channel.id },
      sources: [{ kind: "tone", name: "beep" }],
    });
  }

  #listeners(): { readonly state: CallState; readonly supervision: Supervision }[] {
    return [...this.#told.keys()].flatMap((callId) => {
      const state = this.#parts.runner.state(callId);
      const supervision = state?.core.supervision;
      return state && supervision && state.name !== "ended" ? [{ state, supervision }] : [];
    });
  }

  #noticeOf(companyId: CompanyId) {
    return this.#plan(companyId)?.config.supervisionNotice ?? "none";
  }

  #plan(companyId: CompanyId): CompanyPlan | undefined {
    const config = this.#parts.ports.directory.company(companyId);
    return config && planOf(config);
  }
}
