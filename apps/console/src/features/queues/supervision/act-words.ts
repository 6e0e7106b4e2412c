import type { QueueAct, QueueActKind } from "@offhook/contract";

interface Names {
  /** The agent it was done to. */
  readonly agent: string;
  readonly queue: string;
  /** Whose call it was: of a queue, of a line that dispatch took it from, or nobody's that was parked. */
  readonly from: string;
  readonly detail: string;
}

const WORDS: Readonly<Record<QueueActKind, (names: Names) => string>> = {
  login: ({ agent, queue }) => `signed ${agent} in to ${queue}`,
  logout: ({ agent, queue }) => `signed ${agent} out of ${queue}`,
  pause: ({ agent, detail }) => `paused ${agent}: ${detail}`,
  resume: ({ agent }) => `resumed ${agent}`,
  order: ({ agent, queue, detail }) => `changed the order of ${agent} in ${queue}: ${detail}`,
  listen: ({ agent }) => `listened to a call of ${agent}`,
  whisper: ({ agent }) => `whispered to ${agent}`,
  barge: ({ agent }) => `barged in on a call of ${agent}`,
  takeOver: ({ agent }) => `took over a call of ${agent}`,
  moveToFront: ({ queue }) => `moved a caller to the front of ${queue}`,
  moveToQueue: ({ queue, detail }) => `moved a caller from ${queue} to ${detail || "another queue"}`,
  send: ({ from, detail }) => `sent ${from} to ${detail || "someone"}`,
  cancelCallback: ({ queue }) => `canceled a callback of ${queue}`,
  assign: ({ agent, detail }) => `assigned ${detail || "something"} to ${agent}`,
  shift: ({ detail }) => shiftWords(detail),
};

/** "Added: Dev Patel, Nurses": what was done stands before the shift. */
function shiftWords(detail: string): string {
  const [, done = "Changed", shift = detail] = /^(Added|Changed|Removed): (.*)$/.exec(detail) ?? [];
  return `${done.toLowerCase()} an on-call shift: ${shift}`;
}

/** "Ines Duarte paused Dev Patel: Lunch". */
export function actText(
  act: QueueAct,
  agentOf: (phone: string) => string | undefined,
  queueOf: (id: number) => string | undefined,
): string {
  const agent = (act.phone !== null && (agentOf(act.phone) ?? act.phone)) || "an agent";
  const queue = (act.queue_id !== null && queueOf(act.queue_id)) || "a queue";
  const isParked = act.queue_id === null && act.phone === null;
  const from = isParked ? "a parked call" : `a call of ${act.queue_id === null ? agent : queue}`;
  return `${act.user_name} ${WORDS[act.act]({ agent, queue, from, detail: act.detail ?? "" })}`;
}
