import type { Clock, Emitter } from "@offhook/kernel";
import { sayNumber } from "@offhook/media/protocol";
import { prompts } from "../applications/application-line.ts";
import type { CallRunner } from "../calls/call-runner.ts";
import type { CallCore } from "../calls/call-state.ts";
import type { CommandRefusal } from "../commands/pbx-commands.ts";
import type { Destination, QueueConfig } from "../dialplan/company-config.ts";
import { type CompanyPlan, planOf } from "../dialplan/company-plan.ts";
import type { Router } from "../dialplan/pbx-router.ts";
import { passedOverBy } from "../dialplan/ring-targets.ts";
import type { LegBoard } from "../legs/leg-board.ts";
import type { PbxEvents, QueueStatus } from "../pbx-events.ts";
import type { CallbackStore } from "../ports/callback-store.ts";
import type { CallerTags } from "../ports/caller-tags.ts";
import type { PbxDirectory } from "../ports/pbx-directory.ts";
import type { PbxLog } from "../ports/pbx-log.ts";
import type { FloorConfigs, FloorEffect } from "./floor-state.ts";
import type { QueueRecord } from "./queue-records.ts";
import { QueueRegistry } from "./queue-registry.ts";
import type { CallbackRing } from "./queue-registry-parts.ts";
import { lookUpTags } from "./tag-priorities.ts";

export interface QueueSurroundings {
  readonly clock: Clock;
  readonly directory: PbxDirectory;
  readonly router: Router;
  readonly runner: () => CallRunner;
  readonly board: () => LegBoard;
  readonly onMovedUp: (callId: string) => void;
  readonly callbacks?: CallbackStore | undefined;
  readonly callerTags?: CallerTags | undefined;
  readonly log: PbxLog;
  readonly newId: () => string;
  readonly onChanged: (status: QueueStatus) => void;
  readonly onRecord: (record: QueueRecord) => void;
  readonly events: Emitter<PbxEvents>;
}

const NO_QUEUES: FloorConfigs = new Map<string, QueueConfig>();

/** The queues, with what they ask of the phone system and have it do. */
export function createQueues(around: QueueSurroundings): QueueRegistry {
  const { clock, directory, router, runner, onMovedUp, onChanged, onRecord } = around;
  const configsOf = (companyId: string): FloorConfigs => {
    const config = directory.company(companyId);
    return config ? planOf(config).queues : NO_QUEUES;
  };
  const queues = new QueueRegistry({
    clock,
    companyIds: () => [...directory.companies()].map(({ id }) => id),
    configsOf,
    presenceOf: (companyId, endpointId) => router.agentPresence(companyId, endpointId),
    blockedBy: (callId, endpointIds) => endpointIds.filter((id) => router.hasBlocked(callId, id)),
    refusalOf: (companyId, destination) => refusalOf(around, companyId, destination),
    companyOf: (callId) => runner().state(callId)?.core.companyId,
    waitingCall: (channelId) => waitingCall(around, channelId),
    callbackParty: (callId) => router.callbackParty(callId),
    ring: (callId, queueId, endpointIds) => ringAgents(around, callId, queueId, endpointIds),
    callBack: (ring) => callBack(around, ring),
    newId: around.newId,
    announce: (effect) => announce(around, effect),
    comfort: ({ callId, offersCallback }) =>
      say(around, callId, [...prompts("thank-you-for-waiting"), ...offerWords(offersCallback)]),
    sendOn: (effect) => sendOn(around, effect, configsOf),
    passOver: (companyId, effect) => passOver(around, companyId, effect),
    onEntered: (entry) => {
      const priorities = configsOf(entry.companyId).get(entry.queueId)?.tagPriorities ?? [];
      const { number } = router.outsideCaller(entry.callId) ?? {};
      const lookup = { clock, callerTags: around.callerTags, log: around.log, number, priorities };
      lookUpTags(lookup, entry, (found) => queues.tagFound(entry, found));
    },
    onMovedUp,
    callbacks: around.callbacks,
    onChanged,
    onRecord,
  });
  return queues;
}

/** Why a caller cannot be sent there; undefined where that is possible. */
function refusalOf(
  { directory, router }: QueueSurroundings,
  companyId: string,
  destination: Destination,
): CommandRefusal | undefined {
  const config = directory.company(companyId);
  if (!config) return "notAllowed";
  if (destination.kind !== "park") return isKnown(planOf(config), destination) ? undefined : "notAllowed";
  return router.freeSlot(config, destination.slot) === undefined ? "noFreeSlot" : undefined;
}

function isKnown(plan: CompanyPlan, destination: Destination): boolean {
  switch (destination.kind) {
    case "endpoint":
      return plan.endpoints.has(destination.id);
    case "queue":
      return plan.queues.has(destination.id);
    case "huntGroup":
      return plan.huntGroups.has(destination.id);
    case "mailbox":
      return plan.mailboxes.has(destination.id);
    case "room":
      return plan.rooms.has(destination.id);
    case "fax":
      return false;
    default:
      return true;
  }
}

function ringAgents(
  { runner, router, directory }: QueueSurroundings,
  callId: string,
  queueId: string,
  endpointIds: readonly string[],
): boolean {
  const state = runner().state(callId);
  if (state?.name !== "waiting") return false;
  const stage = router.agentStage(state, state.near.channel.party, queueId, endpointIds);
  const config = directory.company(state.core.companyId);
  const recording = config && planOf(config).queues.get(queueId)?.recording;
  if (stage) runner().handleCall(callId, { type: "agentsOffered", stage, recording });
  return stage !== undefined;
}

function waitingCall({ runner }: QueueSurroundings, channelId: string): CallCore | undefined {
  const state = runner().stateOf(channelId);
  const isWaiting =
    state?.name === "waiting" || (state?.name === "ringing" && state.purpose.kind === "queue");
  return isWaiting && state.near.channel.id === channelId ? state.core : undefined;
}

function callBack({ runner, router }: QueueSurroundings, ring: CallbackRing): boolean {
  const planned = router.planCallback(ring);
  if (!planned) return false;
  const plan = { stages: [planned.stage], fallbacks: {}, hasMusic: false };
  runner().summon(planned.core, plan, ring.party.number, ring.queueId);
  return true;
}

function sendOn(
  { runner }: QueueSurroundings,
  { callId, queueId, destination, isChosen }: Extract<FloorEffect, { type: "sendOn" }>,
  configsOf: (companyId: string) => FloorConfigs,
): void {
  const companyId = runner().state(callId)?.core.companyId ?? "";
  const next: Destination = destination ??
    configsOf(companyId).get(queueId)?.overflow ?? { kind: "prompt", name: "queue-no-agents" };
  runner().handleCall(callId, { type: "sentFromQueue", next, isChosen });
}

function passOver(
  { clock, runner, router, events }: QueueSurroundings,
  companyId: string,
  { callId, queueId, lines: agents }: Extract<FloorEffect, { type: "passOver" }>,
): void {
  const state = runner().state(callId);
  if (!state) return;
  const lines = agents.map(({ reason, ...line }) => ({
    ...line,
    reason:
      reason === "unreachable" ? (router.agentTrouble(companyId, line.endpointId) ?? "noDevice") : reason,
  }));
  const near = "near" in state ? state.near.channel.party : state.core.caller;
  const by = { kind: "queue", id: queueId } as const;
  events.emit("passedOver", passedOverBy({ core: state.core, near }, clock.now(), by, lines));
}

const MINUTE_MS = 60_000;

function announce(
  around: QueueSurroundings,
  { callId, position, expectedWaitMs, offersCallback }: Extract<FloorEffect, { type: "announce" }>,
): void {
  const place =
    position === 1
      ? prompts("thank-you-for-waiting", "next-in-line")
      : prompts("thank-you-for-waiting", "caller-number", ...sayNumber(position), "in-the-queue");
  say(around, callId, [...place, ...waitWords(expectedWaitMs), ...offerWords(offersCallback)]);
}

const offerWords = (isOffered: boolean): ReturnType<typeof prompts> =>
  isOffered ? prompts("press-1-for-callback") : [];

function waitWords(expectedWaitMs: number | undefined): ReturnType<typeof prompts> {
  if (expectedWaitMs === undefined) return [];
  const minutes = Math.ceil(expectedWaitMs / MINUTE_MS);
  if (minutes < 2) return prompts("expected-wait-short");
  return prompts("expected-wait", ...sayNumber(minutes), "wait-minutes");
}

function say({ runner, board }: QueueSurroundings, callId: string, words: ReturnType<typeof prompts>): void {
  const state = runner().state(callId);
  if (state?.name !== "waiting" || state.near.kind === "lost") return;
  board().announce(state.near.channel.id, words);
}
