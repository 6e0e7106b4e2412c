import { aQueue, PlayedFloor } from "@offhook/pbx/testing";
import { type BenchResult, median } from "./bench-result.ts";

const WAITING = 1_000;
const AGENTS = 500;
const QUEUES = 10;
const ROUNDS = 5;
const CALLS_PER_ROUND = 500;

export const notes = [
  `The queue engine by itself: ${QUEUES} queues, ${AGENTS} agents who all talk, ${WAITING} callers who wait. An agent's call ends, the next caller is chosen and offered, the agent answers, and somebody new calls: five decisions each time, by processor time, counted over ${CALLS_PER_ROUND} calls; the middle of ${ROUNDS} rounds.`,
];

const queueOf = (index: number): string => `queue${index % QUEUES}`;
const agentOf = (index: number): string => `agent${index}`;

/** Every agent serves two queues, so that who is free for one matters to the other. */
function aFullFloor(): PlayedFloor {
  const agents = Array.from({ length: AGENTS }, (_, index) => ({
    endpointId: agentOf(index),
    isLoggedIn: true,
  }));
  const queues = Array.from({ length: QUEUES }, (_, index) =>
    aQueue({
      id: queueOf(index),
      strategy: "longestIdle",
      wrapUpMs: 0,
      maxWaitMs: 86_400_000,
      announceEveryMs: 30_000,
      agents: agents.filter((_agent, position) =>
        [index, index + 1].map(queueOf).includes(queueOf(position)),
      ),
    }),
  );
  const floor = new PlayedFloor(...queues);
  floor.see(
    0,
    "busy",
    agents.map(({ endpointId }) => endpointId),
  );
  for (let index = 0; index < WAITING; index++)
    floor.enter(index, `call${index}`, { queueId: queueOf(index) });
  return floor;
}

/** How many decisions in a second of processor time: a busy machine makes the engine wait, not slower. */
function work(floor: PlayedFloor, round: number): number {
  const begun = process.cpuUsage();
  for (let index = 0; index < CALLS_PER_ROUND; index++) {
    const number = round * CALLS_PER_ROUND + index;
    const at = WAITING + number;
    const endpointId = agentOf(number % AGENTS);
    const offers = floor.see(at, "free", [endpointId]);
    const [offer = ""] = offers.flatMap((effect) => (effect.type === "ring" ? effect.callId : []));
    if (offer === "") throw new Error(`${endpointId} is free, and nobody was offered`);
    // In this order, as the phone system does: an agent who talks is never seen as free.
    floor.see(at, "busy", [endpointId]);
    floor.do(at, { type: "answered", callId: offer, endpointId });
    const queueId = queueOf(number);
    floor.do(at, { type: "callEnded", callId: offer, queueId, endpointId, talkMs: 60_000 });
    floor.enter(at, `call${WAITING + number}`, { queueId });
  }
  const { user, system } = process.cpuUsage(begun);
  return (CALLS_PER_ROUND * 5) / ((user + system) / 1_000_000);
}

export function run(): Promise<BenchResult[]> {
  const floor = aFullFloor();
  const rates = Array.from({ length: ROUNDS }, (_, round) => work(floor, round));
  const name = `Decisions a second with ${WAITING} waiting and ${AGENTS} agents`;
  return Promise.resolve([{ name, value: median(rates), unit: "/s", goal: 1_000, isFloor: true }]);
}
