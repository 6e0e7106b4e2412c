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

const NOT_REACHED: Readonly<Record<string, string>> = {
  busy: "busy",
  declined: "declined",
  hungUp: "hung up before they answered",
  limitReached: "calling limit reached",
  congestion: "no line was free",
};
const DROPPED: Readonly<Record<string, string>> = {
  noAnswer: "callback given up",
  canceled: "callback canceled",
  calledAgain: "called again",
  closed: "the queue was removed",
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
  const told = [
    ...waited,
    ...stay.flatMap((step, index) => wordsOfStep(step, stay[index - 1], stay[index + 1])),
  ];
  const sentence = told.join(", ");
  return sentence.charAt(0).toUpperCase() + sentence.slice(1);
}

function wordsOfStep(
  step: CallQueueStep,
  before: CallQueueStep | undefined,
  next: CallQueueStep | undefined,
): string[] {
  const names = step.agents.map((name) => name || "somebody").join(", ");
  switch (step.type) {
    case "entered":
      return [];
    case "offered":
      // "Offered to Ines, Ines answered" says one thing twice.
      return (next?.type === "answered" || next?.type === "callbackTaken") && step.agents.length === 1
        ? []
        : [`offered to ${names}`];
    case "missed":
      return [MISSED[step.reason ?? ""] ?? "no answer"];
    case "answered":
      return [`${names} ${before?.type === "callbackTaken" ? "called back" : "answered"}`];
    case "abandoned":
      return ["the caller hung up"];
    case "overflowed":
      return [`sent on: ${SENT_ON[step.reason ?? ""] ?? "nobody was free"}`];
    case "callbackAsked":
      return ["asked for a callback"];
    case "callbackTaken":
      return next?.type === "answered" ? [] : [`called back by ${names}`];
    case "callbackFailed":
      return [NOT_REACHED[step.reason ?? ""] ?? "no answer"];
    case "callbackDropped":
      return [DROPPED[step.reason ?? ""] ?? "callback ended"];
    case "moved":
      return [step.to_queue === null ? "sent on by a colleague" : `moved to ${step.to_queue}`];
  }
}
