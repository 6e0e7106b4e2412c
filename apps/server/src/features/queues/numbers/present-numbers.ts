import type { QueueAgentNumbers, QueueCallNumbers } from "@offhook/contract";
import type { AgentNumbers, CallNumbers } from "./count-queue.ts";

const seconds = (ms: number): number => Math.round(ms / 1000);
const secondsOrNull = (ms: number | undefined): number | null => (ms === undefined ? null : seconds(ms));

export function presentCalls(numbers: CallNumbers): QueueCallNumbers {
  const { offered, answered, abandoned, overflowed, serviceLevel } = numbers;
  return {
    offered,
    answered,
    abandoned,
    overflowed,
    service_level: serviceLevel === undefined ? null : Math.round(serviceLevel * 10_000) / 10_000,
    average_wait: secondsOrNull(numbers.averageWaitMs),
    longest_wait: seconds(numbers.longestWaitMs),
    average_talk: secondsOrNull(numbers.averageTalkMs),
  };
}

export function presentAgent(numbers: AgentNumbers): QueueAgentNumbers {
  return {
    answered: numbers.answered,
    missed_offers: numbers.missedOffers,
    talk_time: seconds(numbers.talkMs),
    longest_wait: seconds(numbers.longestWaitTakenMs),
  };
}
