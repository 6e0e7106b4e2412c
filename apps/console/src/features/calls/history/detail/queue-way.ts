import type { CallQueueStep } from "@offhook/contract";
import { clockDuration } from "@offhook/ui/format";

const MISSED: Readonly<Record<string, string>> = {
  noAnswer: "no answer",
  declined: "declined",
  unreachable: "not reachable",
};
const SENT_ON: Readonly<Record<string, string>> = {
  waitedTooLong: "waited too long",
  nobodySignedIn: "no agent was signed in",
  everyonePaused: "all agents were paused",
  full: "the queue was full",
  closed: "the queue was closed",
};

/** Pure. "Waited 0:42, offered to Dev, no answer, Ines answered"; a call that was in several queues names each. */
export function queueWay(steps: readonly CallQueueStep[]): string {
  const stays = staysOf(steps);
  const sentences = stays.map((stay) => {
    const words = wordsOf(stay);
    return stays.length > 1 ? `${stay[0]?.queue}: ${words}` : words;
  });
  return sentences.filter((words) => words !== "").join("; ");
}

/** One for each time that the call entered a queue. */
function staysOf(steps: readonly CallQueueStep[]): readonly (readonly CallQueueStep[])[] {
  const stays: CallQueueStep[][] = [];
  for (const step of steps) {
    const last = stays.at(-1);
    if (!last || step.type === "entered") stays.push([step]);
    else last.push(step);
  }
  return stays;
}

function wordsOf(stay: readonly CallQueueStep[]): string {
  const end = stay.find(({ type, seconds }) => type !== "missed" && seconds !== null);
  const waited = end?.seconds ? [`waited ${clockDuration(end.seconds)}`] : [];
  const told = [...waited, ...stay.flatMap((step, index) => wordsOfStep(step, stay[index + 1]))];
  const sentence = told.join(", ");
  return sentence.charAt(0).toUpperCase() + sentence.slice(1);
}

function wordsOfStep(step: CallQueueStep, next: CallQueueStep | undefined): string[] {
  const names = step.agents.map((name) => name || "somebody").join(", ");
  switch (step.type) {
    case "entered":
      return [];
    case "offered":
      // "Offered to Ines, Ines answered" says one thing twice.
      return next?.type === "answered" && step.agents.length === 1 ? [] : [`offered to ${names}`];
    case "missed":
      return [MISSED[step.reason ?? ""] ?? "no answer"];
    case "answered":
      return [`${names} answered`];
    case "abandoned":
      return ["the caller hung up"];
    case "overflowed":
      return [`sent on: ${SENT_ON[step.reason ?? ""] ?? "nobody was free"}`];
    case "moved":
      return [step.to_queue === null ? "sent on by a colleague" : `moved to ${step.to_queue}`];
  }
}
