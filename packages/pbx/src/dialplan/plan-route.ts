import { assertNever } from "@offhook/kernel";
import type { Route } from "../calls/call-event.ts";
import type { ApplicationRequest, Fallbacks, RingStage, RingTarget } from "../calls/call-state.ts";
import type { HangupCause } from "../calls/hangup-cause.ts";
import type { PassedOver } from "../calls/passed-over.ts";
import type { LegRecord } from "../calls/records/leg-record.ts";
import type { FetchedCall } from "../calls/steps/fetch-call.ts";
import type { PbxAlarm } from "../pbx-events.ts";
import { nobodyComes } from "../queues/overflow-reason.ts";
import type { OverflowReason } from "../queues/queue-records.ts";
import { callerPriority } from "./caller-priority.ts";
import type { Destination, EndpointConfig, HuntGroupConfig, QueueConfig } from "./company-config.ts";
import { isSameCaller } from "./company-plan.ts";
import { type DialedNumber, readDialed, type ServiceName } from "./dialed-number.ts";
import { groupPickUp } from "./group-pickup.ts";
import { huntStages } from "./hunt-stages.ts";
import { isBusy, isQuiet, lineTrouble } from "./line-trouble.ts";
import { isOpen } from "./opening-hours.ts";
import { planOutside } from "./outside-calls.ts";
import { endpointTarget } from "./ring-targets.ts";
import type { RouteRequest, RouteWorld } from "./route-request.ts";
import { Walk } from "./route-walk.ts";
import type { OutsideNumber } from "./toll-kind.ts";
import { unwantedCaller } from "./unwanted-caller.ts";

/** What to do with a call. Fetching another one joins two calls and so is no route of its own. */
export type RouteDecision = Route | FetchedCall;

export interface PlannedRoute {
  readonly decision: RouteDecision;
  readonly alarms: readonly PbxAlarm[];
  /** Lines of hunt groups on the way that do not ring, or not yet. */
  readonly passedOver: readonly PassedOver[];
}

/** Long enough to say a sentence and to hear it. */
const TEST_ECHO_MS = 8_000;

/** Pure but for the ids it draws: the whole dial plan of a company. */
export function planRoute(world: RouteWorld, request: RouteRequest): PlannedRoute {
  const walk = new Walk(world, request);
  const decision = follow(walk, request.destination);
  return { decision, alarms: walk.context.alarms, passedOver: walk.passedOver };
}

const refuse = (walk: Walk, cause: HangupCause): Route => walk.finish({ kind: "refuse", cause });
const run = (walk: Walk, application: ApplicationRequest): Route =>
  walk.finish({ kind: "application", application });

function follow(walk: Walk, destination: Destination): RouteDecision {
  if (!walk.visit(destination)) return atCircle(walk, destination);
  const { plan } = walk.world;
  switch (destination.kind) {
    case "endpoint": {
      const endpoint = plan.endpoints.get(destination.id);
      return endpoint ? followEndpoint(walk, endpoint) : refuse(walk, "notFound");
    }
    case "huntGroup": {
      const group = plan.huntGroups.get(destination.id);
      return group ? followHuntGroup(walk, group) : refuse(walk, "notFound");
    }
    case "queue":
      return followQueue(walk, destination);
    case "mailbox":
      return plan.mailboxes.has(destination.id)
        ? run(walk, {
            kind: "voicemail",
            mailboxId: destination.id,
            reason: walk.request.reason ?? "noAnswer",
          })
        : refuse(walk, "notFound");
    case "room":
      return plan.rooms.has(destination.id)
        ? run(walk, { kind: "room", roomId: destination.id })
        : refuse(walk, "notFound");
    case "fax":
      // Whoever dials it speaks with the fax machine at once; a call on its way cannot be led there.
      return refuse(walk, "unreachable");
    case "park":
      return followPark(walk, destination);
    case "prompt":
      return run(walk, { kind: "prompt", name: destination.name, cause: "hungUp" });
    case "callbackKept":
      return run(walk, destination);
    case "hangUp":
      return refuse(walk, walk.request.reason ?? "declined");
    case "number":
      return followNumber(walk, readDialed(plan, destination.number, walk.world.numbers));
    default:
      return assertNever(destination);
  }
}

/** Lines that forward to each other get the message in the last one's mailbox instead of ringing forever. */
function atCircle(walk: Walk, destination: Destination): RouteDecision {
  const mailboxId =
    destination.kind === "endpoint"
      ? walk.world.plan.endpoints.get(destination.id)?.mailboxId
      : walk.authority?.mailboxId;
  return mailboxId === undefined
    ? refuse(walk, "unreachable")
    : run(walk, { kind: "voicemail", mailboxId, reason: "noAnswer" });
}

function followNumber(walk: Walk, dialed: DialedNumber): RouteDecision {
  const { request } = walk;
  switch (dialed.kind) {
    case "destination":
      return follow(walk, dialed.destination);
    case "service":
      return followService(walk, dialed.service);
    case "park":
      return request.purpose === "transfer" ? followPark(walk, {}) : refuse(walk, "forbidden");
    case "slot":
      return request.isFromOutside ? refuse(walk, "forbidden") : { kind: "pickUp", slot: dialed.slot };
    case "groupPickUp":
      return groupPickUp(walk.context, dialed.of) ?? refuse(walk, "notFound");
    case "emergency":
      return followOutside(walk, { number: dialed.number, country: undefined, isEmergency: true });
    case "outside":
      return followOutside(walk, { number: dialed.e164, country: dialed.country, isEmergency: false });
    case "unknown":
      return refuse(walk, "notFound");
    default:
      return assertNever(dialed);
  }
}

function followPark(
  walk: Walk,
  { slot: wanted, onTimeout }: Omit<Extract<Destination, { kind: "park" }>, "kind">,
): RouteDecision {
  const { world } = walk;
  const { parking } = world.plan.config;
  if (!parking) return refuse(walk, "forbidden");
  const slot = world.freeSlot(wanted);
  if (slot === undefined) return refuse(walk, "congestion");
  return walk.finish({ kind: "park", slot, timeoutMs: parking.timeoutMs, onTimeout });
}

function followService(walk: Walk, service: ServiceName): RouteDecision {
  const { request, world } = walk;
  const endpoint = world.plan.endpoints.get(request.near.endpointId ?? "");
  if (service === "echo" && request.core.testOf !== undefined)
    return run(walk, { kind: "echo", forMs: TEST_ECHO_MS });
  if (service === "echo" || service === "music") return run(walk, { kind: service });
  if (request.isFromOutside || !endpoint) return refuse(walk, "forbidden");
  if (service === "callback") return run(walk, { kind: "callback" });
  const { mailboxId } = endpoint;
  return mailboxId === undefined ? refuse(walk, "notFound") : run(walk, { kind: "mailbox", mailboxId });
}

function followOutside(walk: Walk, outside: OutsideNumber): RouteDecision {
  const planned = planOutside(walk.context, walk.authority, outside, walk.request.own);
  if (planned.kind === "refuse") return refuse(walk, planned.cause);
  return walk.finish({ kind: "ring", stages: planned.stages, fallbacks: {}, hasMusic: false });
}

function followEndpoint(walk: Walk, endpoint: EndpointConfig): RouteDecision {
  const { request, world } = walk;
  walk.authority = endpoint;
  const unwanted = request.purpose === "return" ? undefined : unwantedCaller(world.plan, request, endpoint);
  if (unwanted) {
    walk.miss(endpoint, unwanted);
    return refuse(walk, unwanted);
  }
  const isReturn = request.purpose === "return";
  if (endpoint.forwardAlways && !isReturn) return follow(walk, endpoint.forwardAlways);
  const trouble = troubleOf(world, endpoint);
  const fallbacks = fallbacksOf(endpoint);
  if (trouble) {
    walk.miss(endpoint, trouble);
    const next = fallbacks[trouble];
    // A transferor would rather have the caller back than send them to the voicemail of a busy line.
    const isTransferBack = request.purpose === "transfer" && trouble !== "doNotDisturb";
    if (!next || isTransferBack) return refuse(walk, trouble);
    return next.kind === "mailbox" ? voicemailOf(walk, next.id, trouble) : follow(walk, next);
  }
  const stage: RingStage = {
    targets: [endpointTarget(world, request, endpoint)],
    timeoutMs: endpoint.ringTimeoutMs ?? world.ringTimeoutMs,
    isSpare: false,
  };
  return walk.finish({ kind: "ring", stages: [stage], fallbacks, hasMusic: endpoint.hasMusicRinging });
}

/** What callers hear of a line that cannot be rung now. */
function troubleOf(world: RouteWorld, endpoint: EndpointConfig): HangupCause | undefined {
  const trouble = lineTrouble(world, endpoint);
  return trouble === "noDevice" ? "unreachable" : trouble;
}

function voicemailOf(walk: Walk, mailboxId: string, reason: HangupCause): RouteDecision {
  if (!walk.world.plan.mailboxes.has(mailboxId)) return refuse(walk, reason);
  return run(walk, { kind: "voicemail", mailboxId, reason });
}

/** The whole company has blocked the caller, who does not even wait for somebody. */
function isBlockedByAll({ request, world }: Walk): boolean {
  const { core, near, purpose } = request;
  if (purpose === "return" || (core.isAnonymous && near === core.caller)) return false;
  return world.plan.config.blockedCallers.some((each) => isSameCaller(each, near.number));
}

/** A device of a line that could not be reached has come: what it would ring for, unless the line is quiet by now. */
export function latecomerTarget(
  world: RouteWorld,
  caller: Pick<RouteRequest, "core" | "near">,
  record: LegRecord,
): RingTarget | undefined {
  const endpoint = world.plan.endpoints.get(record.endpointId ?? "");
  if (!endpoint || isQuiet(endpoint)) return undefined;
  // Of many callers who wait at the mailbox, no more ring than would have rung before.
  if (isBusy(world, endpoint) || unwantedCaller(world.plan, caller, endpoint)) return undefined;
  const { via } = caller.core;
  const target = endpointTarget(world, caller, endpoint, via && { via: via.name });
  return { ...target, record, channels: target.channels.map((each) => ({ ...each, recordId: record.id })) };
}

function fallbacksOf(endpoint: EndpointConfig): Fallbacks {
  const { onBusy, onNoAnswer, onUnreachable, onDoNotDisturb, mailboxId } = endpoint;
  const voicemail: Destination | undefined =
    mailboxId === undefined ? undefined : { kind: "mailbox", id: mailboxId };
  const table: Partial<Record<HangupCause, Destination | undefined>> = {
    busy: onBusy ?? voicemail,
    declined: onBusy ?? voicemail,
    noAnswer: onNoAnswer ?? voicemail,
    unreachable: onUnreachable ?? onNoAnswer ?? voicemail,
    failed: onUnreachable ?? onNoAnswer ?? voicemail,
    congestion: onUnreachable ?? onNoAnswer ?? voicemail,
    doNotDisturb: onDoNotDisturb ?? voicemail,
  };
  return Object.fromEntries(Object.entries(table).filter(([, next]) => next !== undefined));
}

function followHuntGroup(walk: Walk, group: HuntGroupConfig): RouteDecision {
  if (isBlockedByAll(walk)) return refuse(walk, "blocked");
  walk.via = { kind: "huntGroup", name: group.name };
  const stages = huntStages(walk, group);
  const next = group.onNoAnswer;
  if (stages.length === 0) return next ? follow(walk, next) : refuse(walk, "unreachable");
  const causes: readonly HangupCause[] = [
    "busy",
    "declined",
    "noAnswer",
    "unreachable",
    "failed",
    "congestion",
  ];
  const fallbacks: Fallbacks = next ? Object.fromEntries(causes.map((cause) => [cause, next])) : {};
  return walk.finish({ kind: "ring", stages, fallbacks, hasMusic: false });
}

function followQueue(
  walk: Walk,
  { id: queueId, priority: carried = 0, skills = [] }: Extract<Destination, { kind: "queue" }>,
): RouteDecision {
  const queue = walk.world.plan.queues.get(queueId);
  if (!queue) return refuse(walk, "notFound");
  if (isBlockedByAll(walk)) return refuse(walk, "blocked");
  walk.via = { kind: "queue", name: queue.name };
  const priority = Math.max(carried, callerPriority(walk.request, queue));
  const reason = refusalOf(walk.world, queue);
  const { musicPath, recording } = queue;
  if (!reason) return walk.finish({ kind: "queue", queueId, musicPath, priority, skills, recording });
  walk.turnedAway.push({ queueId, priority, reason });
  if (queue.overflow) return follow(walk, queue.overflow);
  const name = reason === "closed" ? "queue-closed" : "queue-no-agents";
  return run(walk, { kind: "prompt", name, cause: "noAnswer" });
}

/** Why a queue takes nobody now. */
function refusalOf(world: RouteWorld, queue: QueueConfig): OverflowReason | undefined {
  const { hours = [] } = queue;
  if (!isOpen(hours, world.now, world.plan.config.timeZone ?? "UTC")) return "closed";
  const { waiting, ...staffing } = world.queue(queue.id);
  return nobodyComes(queue, staffing) ?? (waiting < queue.maxWaiting ? undefined : "full");
}

/** The agents of a queue who ring next. */
export function agentStage(
  world: RouteWorld,
  caller: Pick<RouteRequest, "core" | "near">,
  queueId: string,
  endpointIds: readonly string[],
): RingStage | undefined {
  const queue = world.plan.queues.get(queueId);
  if (!queue) return undefined;
  const targets = endpointIds.flatMap((id) => {
    const endpoint = world.plan.endpoints.get(id);
    if (!endpoint || unwantedCaller(world.plan, caller, endpoint)) return [];
    return [endpointTarget(world, caller, endpoint, { via: queue.name, queueId })];
  });
  return { targets, timeoutMs: queue.ringTimeoutMs, isSpare: false };
}
