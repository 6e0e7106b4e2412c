import type { CallId, ChannelId } from "../calls/call-ids.ts";
import type { CallEventBody, CallRunner } from "../calls/call-runner.ts";
import type { CallCore, CallState, Party, RingStage, RingTarget } from "../calls/call-state.ts";
import { ruleIn } from "../calls/recording-rule.ts";
import type { RecordingRegistry } from "../calls/records/recording-registry.ts";
import { talkingBridgeOf } from "../calls/steps/derived-effects.ts";
import type { CallView } from "../calls/views/call-view.ts";
import type { Destination, EndpointConfig, EndpointId } from "../dialplan/company-config.ts";
import { type CompanyPlan, planOf } from "../dialplan/company-plan.ts";
import { readDialed } from "../dialplan/dialed-number.ts";
import type { Router } from "../dialplan/pbx-router.ts";
import { endpointTarget } from "../dialplan/ring-targets.ts";
import type { LegBoard } from "../legs/leg-board.ts";
import type { PbxPorts } from "../pbx-ports.ts";
import type { Registrar } from "../registrar/registrar.ts";
import type {
  CallCommands,
  CommandRefusal,
  CommandResult,
  PickUpMessage,
  PlaceCall,
  TestCall,
} from "./pbx-commands.ts";
import { planPickUp } from "./pick-up.ts";
import { planTestCall } from "./test-call.ts";

export interface CallCommanderParts {
  readonly ports: Pick<PbxPorts, "directory" | "clock" | "numbers">;
  readonly runner: CallRunner;
  readonly board: LegBoard;
  readonly router: Router;
  readonly registrar: Pick<Registrar, "bindings">;
  readonly recordings: RecordingRegistry;
  readonly newId: () => string;
  /** A call was placed for somebody who need not have a device in it. */
  readonly onPlaced: (owner: string, callId: CallId) => void;
}

const DONE: CommandResult = { isDone: true };
const refused = (refusal: CommandRefusal): { readonly isDone: false; readonly refusal: CommandRefusal } => ({
  isDone: false,
  refusal,
});

/** What is said where a queue decides on recordings. */
const RULED = { always: "alwaysRecorded", never: "neverRecorded" } as const;

type Summoning = Extract<CallState, { name: "summoning" }>;
/** Agents are rung as for any call of their queue, and may decline. */
const isCallback = (state: CallState | undefined): state is Summoning =>
  state?.name === "summoning" && state.callbackOf !== undefined;

/** What the console asks for, as events of the call model. */
export class CallCommander implements CallCommands {
  readonly #parts: CallCommanderParts;

  constructor(parts: CallCommanderParts) {
    this.#parts = parts;
  }

  calls(companyId?: string): readonly CallView[] {
    const { runner } = this.#parts;
    return [...runner.states()]
      .filter(({ core }) => companyId === undefined || core.companyId === companyId)
      .map((state) => runner.view(state));
  }

  call(callId: CallId): CallView | undefined {
    const state = this.#parts.runner.state(callId);
    return state && this.#parts.runner.view(state);
  }

  place({
    companyId,
    endpointId,
    first,
    destination,
    owner,
    isFirstAutoAnswered = false,
    isDestinationAutoAnswered = false,
  }: PlaceCall): CommandResult<{ readonly callId: CallId }> {
    const { ports, runner, newId } = this.#parts;
    const config = ports.directory.company(companyId);
    const plan = config && planOf(config);
    const endpoint = plan?.endpoints.get(endpointId);
    if (!plan || !endpoint) return refused("unknownEndpoint");
    const isFull = this.#parts.board.room.refusal({
      companyId,
      endpointId,
      isEmergency: () => readDialed(plan, destination, ports.numbers).kind === "emergency",
    });
    if (isFull) return refused("limitReached");
    const party: Party = {
      endpointId,
      trunkId: undefined,
      number: endpoint.extension ?? endpoint.id,
      name: endpoint.name,
    };
    const base: CallCore = {
      id: newId(),
      companyId,
      startedAt: ports.clock.now(),
      dialed: destination,
      caller: party,
      externalCallerId: endpoint.externalCallerId,
      isAnonymous: false,
      isDoorbell: false,
      queueId: undefined,
      via: undefined,
      note: undefined,
      visited: [],
      legs: new Map(),
      musicPath: endpoint.musicPath,
    };
    const stages = this.#firstStages(plan, endpoint, { ...base, isAutoAnswered: isFirstAutoAnswered }, first);
    if (!stages) return refused("notAllowed");
    const core = { ...base, isAutoAnswered: isDestinationAutoAnswered };
    if (owner !== undefined) this.#parts.onPlaced(owner, core.id);
    runner.summon(core, { stages, fallbacks: {}, hasMusic: false }, destination);
    return { isDone: true, callId: core.id };
  }

  ringForTest(request: TestCall): CommandResult<{ readonly callId: CallId }> {
    const { ports, runner, board, router, newId } = this.#parts;
    const { companyId, endpointId, account } = request;
    const config = ports.directory.company(companyId);
    const plan = config && planOf(config);
    const endpoint = plan?.endpoints.get(endpointId);
    if (!plan || !endpoint) return refused("unknownEndpoint");
    if (endpoint.isDoNotDisturb || endpoint.isCallsDisabled) return refused("quiet");
    if ([...runner.states()].some(({ core }) => core.testOf === account)) return refused("wrongState");
    if (board.room.refusal({ companyId, endpointId, isEmergency: () => false }))
      return refused("limitReached");
    const devices = this.#devicesOf(endpointId, account);
    if (devices.length === 0) return refused("unreachable");
    const { core, stage, destination } = planTestCall(router.world(plan), request, {
      endpoint,
      devices,
      id: newId(),
    });
    runner.summon(core, { stages: [stage], fallbacks: {}, hasMusic: false }, destination);
    return { isDone: true, callId: core.id };
  }

  hangUp(channelId: ChannelId, by?: string): CommandResult {
    const { runner, board } = this.#parts;
    const state = runner.stateOf(channelId);
    if (!state) return refused("unknownChannel");
    const isRinging =
      (state.name === "ringing" || isCallback(state)) &&
      state.ring.ringing.some(({ channel }) => channel.id === channelId);
    const leg = board.leg(channelId);
    runner.handle(channelId, { type: "legEnded", channelId, cause: isRinging ? "declined" : "hungUp", by });
    // Call control counts the leg as ended by itself, so the far end must be told here.
    if (leg && !leg.isOver) board.release(channelId, isRinging ? "declined" : "hungUp");
    return DONE;
  }

  decline(callId: CallId, endpointId: EndpointId, by?: string): CommandResult {
    const { runner } = this.#parts;
    const state = runner.state(callId);
    if (state?.name !== "ringing" && !isCallback(state)) return refused("wrongState");
    const own = state.ring.ringing.find(({ channel: { party } }) => party.endpointId === endpointId);
    if (!own) return refused("unknownEndpoint");
    if (own.state !== "lost") return this.hangUp(own.channel.id, by);
    runner.handleCall(callId, { type: "legEnded", channelId: own.channel.id, cause: "declined", by });
    return DONE;
  }

  redirect(channelId: ChannelId, destination: Destination, by?: string): CommandResult {
    const state = this.#parts.runner.stateOf(channelId);
    if (!state) return refused("unknownChannel");
    const isParked = state.name === "parked" && state.near.channel.id === channelId;
    if (state.name !== "ringing" && state.name !== "connected" && !isParked) return refused("wrongState");
    return this.#tell(channelId, { type: "redirected", channelId, destination, by });
  }

  pickUpMessage({ companyId, callId, endpointId, account }: PickUpMessage): CommandResult {
    const { ports, runner, router } = this.#parts;
    const config = ports.directory.company(companyId);
    const plan = config && planOf(config);
    const endpoint = plan?.endpoints.get(endpointId);
    if (!plan || !endpoint) return refused("unknownEndpoint");
    const state = runner.state(callId);
    if (state?.name !== "application" || state.application.kind !== "voicemail") return refused("wrongState");
    if (state.core.companyId !== companyId || state.near.kind === "lost") return refused("wrongState");
    const caller = { core: state.core, near: state.near.channel.party };
    const devices = this.#devicesOf(endpointId, account);
    const stage = planPickUp(router.world(plan), caller, endpoint, devices);
    if (!stage) return refused("unreachable");
    runner.handleCall(callId, { type: "messagePickedUp", stage });
    return DONE;
  }

  hold(channelId: ChannelId, isHeld: boolean): CommandResult {
    return this.#tell(channelId, { type: "holdChanged", channelId, isHolding: isHeld });
  }

  mute(channelId: ChannelId, isMuted: boolean): CommandResult {
    return this.#tell(channelId, { type: "muteChanged", channelId, isMuted });
  }

  /** As if its phone had sent them: to the other party, who may be a machine. */
  sendDigits(channelId: ChannelId, digits: string): CommandResult {
    const state = this.#parts.runner.stateOf(channelId);
    if (state?.name !== "connected") return refused(state ? "wrongState" : "unknownChannel");
    const peer = state.near.channel.id === channelId ? state.far : state.near;
    if (peer.kind !== "present" || !/^[\d*#A-D]{1,64}$/.test(digits)) return refused("wrongState");
    this.#parts.board.sendDigits(peer.channel.id, digits);
    return DONE;
  }

  writeNote(channelId: ChannelId, text: string): CommandResult {
    return this.#tell(channelId, { type: "noteWritten", channelId, text });
  }

  drop(channelId: ChannelId): CommandResult {
    const state = this.#parts.runner.stateOf(channelId);
    if (!state) return refused("unknownChannel");
    return state.name === "connected" ? this.hangUp(channelId) : refused("wrongState");
  }

  transfer(channelId: ChannelId, number: string, note?: string): CommandResult {
    const { runner, board } = this.#parts;
    if (!runner.stateOf(channelId)) return refused("unknownChannel");
    if (!runner.mayHandOver(channelId)) return refused("wrongState");
    runner.handle(channelId, {
      type: "transferWanted",
      channelId,
      number,
      ...(note !== undefined && { note }),
    });
    // The transfer may have failed at once, and the two are talking again.
    const state = runner.stateOf(channelId);
    if (state?.name === "connected") return refused("notAllowed");
    if (state) {
      board.leaves(channelId);
      runner.handle(channelId, { type: "legEnded", channelId, cause: "replaced" });
      board.release(channelId, "replaced");
    }
    return DONE;
  }

  completeTransfer(channelId: ChannelId, consultationId: ChannelId): CommandResult {
    const { runner } = this.#parts;
    if (!runner.stateOf(channelId) || !runner.stateOf(consultationId)) return refused("unknownChannel");
    return runner.transferInto(channelId, consultationId) ? DONE : refused("wrongState");
  }

  cancelTransfer(channelId: ChannelId): CommandResult {
    return this.#tell(channelId, { type: "transferCanceled", channelId });
  }

  park(channelId: ChannelId): CommandResult<{ readonly slot: number }> {
    const { runner, router, ports } = this.#parts;
    const state = runner.stateOf(channelId);
    if (!state) return refused("unknownChannel");
    const config = ports.directory.company(state.core.companyId);
    if (!config?.parking || !runner.mayHandOver(channelId)) return refused("wrongState");
    const slot = router.freeSlot(config);
    if (slot === undefined) return refused("noFreeSlot");
    runner.handle(channelId, { type: "parked", channelId, slot, timeoutMs: config.parking.timeoutMs });
    return { isDone: true, slot };
  }

  join(channelIds: readonly ChannelId[]): CommandResult<{ readonly conferenceId: string }> {
    const conferenceId = this.#parts.runner.join(channelIds);
    return conferenceId === undefined ? refused("wrongState") : { isDone: true, conferenceId };
  }

  split(channelId: ChannelId): CommandResult {
    return this.#parts.runner.split(channelId) ? DONE : refused("wrongState");
  }

  startRecording(channelId: ChannelId): CommandResult<{ readonly recordingId: string }> {
    const state = this.#parts.runner.stateOf(channelId);
    if (!state) return refused("unknownChannel");
    if (state.name !== "connected") return refused("wrongState");
    const rule = ruleIn(state);
    if (rule) return refused(RULED[rule.policy]);
    const { id: callId, companyId, queueId } = state.core;
    const bridgeId = talkingBridgeOf(callId, state.conference?.id);
    const { endpointId } = channelOf(state, channelId) ?? {};
    const call = { callId, companyId, queueId };
    const recordingId = this.#parts.recordings.start({ call, bridgeId, endpointId, channelId });
    return recordingId === undefined ? refused("wrongState") : { isDone: true, recordingId };
  }

  stopRecording(channelId: ChannelId): CommandResult {
    const state = this.#parts.runner.stateOf(channelId);
    if (!state) return refused("unknownChannel");
    const rule = ruleIn(state);
    if (rule) return refused(RULED[rule.policy]);
    return this.#parts.recordings.stop(state.core.id) ? DONE : refused("wrongState");
  }

  /** Those that answer; of one account, or of the whole line. */
  #devicesOf(endpointId: EndpointId, account: string | undefined): readonly string[] {
    return this.#parts.registrar
      .bindings(endpointId)
      .filter(({ isOnline, username }) => isOnline && (account === undefined || username === account))
      .map(({ deviceId }) => deviceId);
  }

  #tell(channelId: ChannelId, event: CallEventBody): CommandResult {
    if (!this.#parts.runner.stateOf(channelId)) return refused("unknownChannel");
    this.#parts.runner.handle(channelId, event);
    return DONE;
  }

  /** The legs that ring first, all in the name of the line that asked. */
  #firstStages(
    plan: CompanyPlan,
    endpoint: EndpointConfig,
    core: CallCore,
    first: string,
  ): readonly RingStage[] | undefined {
    const { router } = this.#parts;
    const asLine = (target: RingTarget): RingTarget => inNameOf(core, target);
    if (first === "") {
      const world = router.world(plan);
      const target = endpointTarget(world, { core, near: core.caller }, endpoint);
      return [{ targets: [asLine(target)], timeoutMs: world.ringTimeoutMs, isSpare: false }];
    }
    const route = router.plan(plan, {
      core,
      near: core.caller,
      authority: endpoint,
      isFromOutside: false,
      destination: { kind: "number", number: first },
      purpose: "dial",
      reason: undefined,
    });
    if (route.kind !== "ring") return undefined;
    return route.stages.map((stage) => ({ ...stage, targets: stage.targets.map(asLine) }));
  }
}

/** The first leg belongs to the line: its history shows an outgoing call to the destination. */
function inNameOf(core: CallCore, target: RingTarget): RingTarget {
  const { caller, dialed } = core;
  return {
    record: {
      ...target.record,
      endpointId: caller.endpointId,
      direction: "out",
      ownNumber: caller.number,
      number: dialed,
      name: "",
    },
    channels: target.channels.map((channel) => ({
      ...channel,
      party: { ...caller, trunkId: channel.party.trunkId },
    })),
    shown: { ...target.shown, ...(target.dial === undefined && { number: dialed, name: "" }) },
    dial: target.dial,
    ...(target.isEmergency && { isEmergency: true }),
    ...(target.location !== undefined && { location: target.location }),
  };
}

function channelOf(
  state: Extract<CallState, { name: "connected" }>,
  channelId: ChannelId,
): Party | undefined {
  return [state.near, state.far].find(({ channel }) => channel.id === channelId)?.channel.party;
}
