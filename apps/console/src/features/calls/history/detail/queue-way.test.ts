import type { CallQueueStep } from "@offhook/contract";
import { expect, test } from "vitest";
import { queueWay } from "./queue-way.ts";

const step = (type: CallQueueStep["type"], fields: Partial<CallQueueStep> = {}): CallQueueStep => ({
  ...{ type, at: 0, queue: "Scheduling", agents: [], reason: null, seconds: null, to_queue: null },
  ...fields,
});
const offered = (...agents: string[]) => step("offered", { agents });
const missed = (name: string, reason = "noAnswer") => step("missed", { agents: [name], reason, seconds: 20 });
const answered = (name: string, seconds: number) => step("answered", { agents: [name], seconds });

test.each<[string, CallQueueStep[], string]>([
  ["never in a queue", [], ""],
  [
    "the second agent answers",
    [step("entered"), offered("Dev"), missed("Dev"), offered("Ines"), answered("Ines", 42)],
    "Waited 0:42, offered to Dev, no answer, Ines answered",
  ],
  ["at once", [step("entered"), offered("Ines"), answered("Ines", 0)], "Ines answered"],
  [
    "everybody rings",
    [step("entered"), offered("Dev", "Ines"), answered("Ines", 5)],
    "Waited 0:05, offered to Dev, Ines, Ines answered",
  ],
  [
    "gives up",
    [step("entered"), offered("Dev"), missed("Dev", "declined"), step("abandoned", { seconds: 61 })],
    "Waited 1:01, offered to Dev, declined, the caller hung up",
  ],
  [
    "nobody there",
    [step("entered"), step("overflowed", { reason: "nobodySignedIn", seconds: 0 })],
    "Sent on: no agent was signed in",
  ],
  [
    "called back",
    [
      ...[step("entered"), step("callbackAsked"), offered("Dev"), step("callbackTaken", { agents: ["Dev"] })],
      ...[step("callbackFailed", { agents: ["Dev"], reason: "busy" }), offered("Ines")],
      ...[step("callbackTaken", { agents: ["Ines"] }), answered("Ines", 400)],
    ],
    "Waited 6:40, asked for a callback, called back by Dev, busy, Ines called back",
  ],
  [
    "given up",
    [step("entered"), step("callbackAsked"), step("callbackDropped", { reason: "noAnswer", seconds: 61 })],
    "Waited 1:01, asked for a callback, callback given up",
  ],
  [
    "through two queues",
    [
      step("entered"),
      step("moved", { seconds: 9, to_queue: "Billing" }),
      step("entered", { queue: "Billing" }),
      { ...answered("Aisha", 3), queue: "Billing" },
    ],
    "Scheduling: Waited 0:09, moved to Billing; Billing: Waited 0:03, Aisha answered",
  ],
])("a call's way through queues: %s", (_name, steps, words) => {
  expect(queueWay(steps)).toBe(words);
});
