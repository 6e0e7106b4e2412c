import type { Clock } from "@offhook/kernel";
import { sayNumber } from "@offhook/media/protocol";
import { prompts } from "../applications/application-line.ts";
import type { CallRunner } from "../calls/call-runner.ts";
import { planOf } from "../dialplan/company-plan.ts";
import type { Router } from "../dialplan/pbx-router.ts";
import type { LegBoard } from "../legs/leg-board.ts";
import type { QueueStatus } from "../pbx-events.ts";
import type { PbxDirectory } from "../ports/pbx-directory.ts";
import type { Registrar } from "../registrar/registrar.ts";
import { QueueRegistry, type QueueRegistryParts } from "./queue-registry.ts";

export interface QueueSurroundings {
  readonly clock: Clock;
  readonly directory: PbxDirectory;
  readonly router: Router;
  readonly registrar: Registrar;
  readonly runner: () => CallRunner;
  readonly board: () => LegBoard;
  readonly onChanged: (status: QueueStatus) => void;
}

/** The queues, with what they ask of the phone system and have it do. */
export function createQueues(around: QueueSurroundings): QueueRegistry {
  const { clock, directory, router, registrar, runner, onChanged } = around;
  const configOf: QueueRegistryParts["configOf"] = (queueId) => {
    for (const company of directory.companies()) {
      const config = planOf(company).queues.get(queueId);
      if (config) return { companyId: company.id, config };
    }
    return undefined;
  };
  return new QueueRegistry({
    clock,
    configOf,
    isFree: (companyId, endpointId) => router.isFree(companyId, endpointId),
    hasBlocked: (callId, endpointId) => router.hasBlocked(callId, endpointId),
    isReachable: (_companyId, endpointId) => registrar.onlineDevices(endpointId).length > 0,
    ring: (callId, queueId, endpointIds) => ringAgents(around, callId, queueId, endpointIds),
    announce: (callId, position) => announce(around, callId, position),
    giveUp: (callId, queueId) => {
      const next = configOf(queueId)?.config.overflow ?? { kind: "prompt", name: "queue-no-agents" };
      runner().handleCall(callId, { type: "queueGaveUp", next });
    },
    onChanged,
  });
}

function ringAgents(
  { runner, router }: QueueSurroundings,
  callId: string,
  queueId: string,
  endpointIds: readonly string[],
): void {
  const state = runner().state(callId);
  if (state?.name !== "waiting") return;
  const stage = router.agentStage(state, state.near.channel.party, queueId, endpointIds);
  if (stage) runner().handleCall(callId, { type: "agentsOffered", stage });
}

function announce({ runner, board }: QueueSurroundings, callId: string, position: number): void {
  const state = runner().state(callId);
  if (state?.name !== "waiting" || state.near.kind === "lost") return;
  const words =
    position === 1
      ? prompts("thank-you-for-waiting", "next-in-line")
      : prompts("thank-you-for-waiting", "caller-number", ...sayNumber(position), "in-the-queue");
  board().announce(state.near.channel.id, words);
}
