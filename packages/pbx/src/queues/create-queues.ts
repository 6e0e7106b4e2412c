import type { Clock } from "@offhook/kernel";
import { sayNumber } from "@offhook/media/protocol";
import { prompts } from "../applications/application-line.ts";
import type { CallDesk } from "../calls/call-runner.ts";
import { planOf } from "../dialplan/company-plan.ts";
import type { Router } from "../dialplan/pbx-router.ts";
import type { LegBoard } from "../legs/leg-board.ts";
import type { QueueStatus } from "../pbx-events.ts";
import type { PbxDirectory } from "../ports/pbx-directory.ts";
import type { Registrar } from "../registrar/registrar.ts";
import { QueueDesk, type QueueDeskParts } from "./queue-registry.ts";

export interface QueueSurroundings {
  readonly clock: Clock;
  readonly directory: PbxDirectory;
  readonly router: Router;
  readonly registrar: Registrar;
  readonly desk: () => CallDesk;
  readonly board: () => LegBoard;
  readonly onChanged: (status: QueueStatus) => void;
}

/** The queues, with what they ask of the phone system and have it do. */
export function createQueues(around: QueueSurroundings): QueueDesk {
  const { clock, directory, router, registrar, desk, onChanged } = around;
  const configOf: QueueDeskParts["configOf"] = (queueId) => {
    for (const company of directory.companies()) {
      const config = planOf(company).queues.get(queueId);
      if (config) return { companyId: company.id, config };
    }
    return undefined;
  };
  return new QueueDesk({
    clock,
    configOf,
    isFree: (companyId, endpointId) => router.isFree(companyId, endpointId),
    hasBlocked: (callId, endpointId) => router.hasBlocked(callId, endpointId),
    isReachable: (_companyId, endpointId) => registrar.onlineDevices(endpointId).length > 0,
    ring: (callId, queueId, endpointIds) => ringAgents(around, callId, queueId, endpointIds),
    announce: (callId, position) => announce(around, callId, position),
    giveUp: (callId, queueId) => {
      const next = configOf(queueId)?.config.overflow ?? { kind: "prompt", name: "queue-no-agents" };
      desk().handleCall(callId, { type: "queueGaveUp", next });
    },
    onChanged,
  });
}

function ringAgents(
  { desk, router }: QueueSurroundings,
  callId: string,
  queueId: string,
  endpointIds: readonly string[],
): void {
  const state = desk().state(callId);
  if (state?.name !== "waiting") return;
  const stage = router.agentStage(state, state.near.channel.party, queueId, endpointIds);
  if (stage) desk().handleCall(callId, { type: "agentsOffered", stage });
}

function announce({ desk, board }: QueueSurroundings, callId: string, position: number): void {
  const state = desk().state(callId);
  if (state?.name !== "waiting" || state.near.kind === "lost") return;
  const words =
    position === 1
      ? prompts("thank-you-for-waiting", "next-in-line")
      : prompts("thank-you-for-waiting", "caller-number", ...sayNumber(position), "in-the-queue");
  board().announce(state.near.channel.id, words);
}
