import type { QueueAgentStatus, QueueCaller, QueueNumbers, QueueStatus } from "@offhook/contract";

/** A Monday, 15:00 UTC, in seconds. */
export const NOW_S = Date.parse("2030-01-07T15:00:00Z") / 1000;

export function anAgent(change: Partial<QueueAgentStatus> = {}): QueueAgentStatus {
  return {
    phone: "reception",
    user_id: 1,
    name: "Maya Okafor",
    extension: "101",
    state: "idle",
    since: NOW_S - 60,
    reason: null,
    until: null,
    call: null,
    ...change,
  };
}

export const dev = (change: Partial<QueueAgentStatus> = {}): QueueAgentStatus =>
  anAgent({ phone: "dev", user_id: 2, name: "Dev Patel", extension: "102", ...change });

export function aWaitingCaller(change: Partial<QueueCaller> = {}): QueueCaller {
  return {
    callid: "call-1",
    position: 1,
    number: "12125550177",
    name: "June Park",
    since: NOW_S - 42,
    can_take: false,
    priority: 0,
    tag: null,
    is_callback: false,
    ...change,
  };
}

export function aQueueStatus(change: Partial<QueueStatus> = {}): QueueStatus {
  return {
    queue_id: 301,
    name: "Scheduling",
    extension: "301",
    waiting: [],
    agents: [anAgent(), dev()],
    ...change,
  };
}

export function theNumbers(change: Partial<QueueNumbers["queues"][number]> = {}): QueueNumbers {
  const numbers = {
    offered: 12,
    answered: 9,
    abandoned: 2,
    overflowed: 1,
    service_level: 0.824,
    average_wait: 14,
    longest_wait: 95,
    average_talk: 180,
    ...change,
  };
  return {
    date: "2026-11-18",
    queues: [{ queue_id: 301, name: "Scheduling", extension: "301", hours: [], ...numbers }],
    own: { answered: 5, missed_offers: 1, talk_time: 1_325, longest_wait: 61 },
  };
}
