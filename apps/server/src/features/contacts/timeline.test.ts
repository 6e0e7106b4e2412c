import type { TimelineEntry, TimelineKind } from "@offhook/contract";
import fc from "fast-check";
import { expect, test } from "vitest";
import type { Actor } from "../../platform/actor.ts";
import { readTimeline, type TimelineSource } from "./timeline.ts";

const actor: Actor = { userId: 1, customerId: 1, sessionId: "s", features: new Set() };
const subject = { numbers: ["12125550110"], userId: undefined };

function anEntry(kind: TimelineKind, id: string, time: number): TimelineEntry {
  return { kind, id, time, dir: "in", number: "12125550110", title: "", subtitle: "", status: "", to: "" };
}

/** A source that does just what the interface asks for. */
function sourceOf(kind: TimelineKind, entries: readonly TimelineEntry[]): TimelineSource {
  return {
    kind,
    list: async (_actor, _subject, { before, limit }) =>
      entries
        .filter((entry) => entry.kind === kind && (before === undefined || entry.time <= before.time))
        .sort((first, second) => second.time - first.time)
        .slice(0, limit),
  };
}

const sources = (entries: readonly TimelineEntry[]): TimelineSource[] => [
  sourceOf("call", entries),
  sourceOf("sms", entries),
];

test("[TIM1] pages neither repeat nor lose anything, whatever happened in the same moment", async () => {
  const entries = fc.uniqueArray(
    fc.record({
      kind: fc.constantFrom<TimelineKind>("call", "sms"),
      id: fc.stringMatching(/^[a-c][\d.]{0,2}$/),
      time: fc.integer({ min: 1_000, max: 1_006 }),
    }),
    { maxLength: 30, selector: ({ kind, id }) => `${kind}.${id}` },
  );
  await fc.assert(
    fc.asyncProperty(entries, fc.integer({ min: 1, max: 7 }), async (given, limit) => {
      const all = given.map(({ kind, id, time }) => anEntry(kind, id, time));
      const seen: TimelineEntry[] = [];
      let before: string | undefined;
      do {
        const page = await readTimeline(sources(all), actor, subject, { before, kinds: undefined, limit });
        seen.push(...page.entries);
        before = page.next ?? undefined;
      } while (before !== undefined);
      expect(seen.map(({ kind, id }) => `${kind}.${id}`).sort()).toEqual(
        all.map(({ kind, id }) => `${kind}.${id}`).sort(),
      );
      expect(seen.map(({ time }) => time)).toEqual([...seen.map(({ time }) => time)].sort((a, b) => b - a));
    }),
  );
});

test("[TIM2] only the wanted kinds are asked for, and the filter is told what there is", async () => {
  const all = [anEntry("call", "1", 5), anEntry("sms", "2", 6)];
  const timeline = await readTimeline(sources(all), actor, subject, {
    before: undefined,
    kinds: ["call"],
    limit: 10,
  });
  expect(timeline).toEqual({ entries: [all[0]], next: null, kinds: ["call", "sms"] });
});

test("[TIM3] a contact without a number has no timeline, and nobody is asked", async () => {
  const refusing: TimelineSource = { kind: "call", list: async () => expect.fail("asked") };
  const nobody = { numbers: [], userId: undefined };
  const timeline = await readTimeline([refusing], actor, nobody, {
    before: undefined,
    kinds: undefined,
    limit: 10,
  });
  expect(timeline.entries).toEqual([]);
});
