import { type PushEventType, pushEvents } from "@offhook/contract";
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from "vitest";
import { accountCases } from "./testing/live-data/account-cases.ts";
import { callCases } from "./testing/live-data/call-cases.ts";
import { contactCases } from "./testing/live-data/contact-cases.ts";
import { faxCases } from "./testing/live-data/fax-cases.ts";
import type { AskedFor, LiveCase, Shown } from "./testing/live-data/live-case.ts";
import type { NumberedEvent } from "./testing/live-data/live-tab.ts";
import { LiveWorld, SOUND_WAIT } from "./testing/live-data/live-world.ts";
import { shiftCases } from "./testing/live-data/shift-cases.ts";
import { taskCases } from "./testing/live-data/task-cases.ts";
import { textCases } from "./testing/live-data/text-cases.ts";
import { voicemailCases } from "./testing/live-data/voicemail-cases.ts";

// What the console makes of an event is what the server would have answered: the state before, with the events of a
// change applied by the console's own rules, is the state after. A case for each type, on the real server.

let live: LiveWorld;
/** Adding an event type without a case does not compile. */
let cases: Readonly<Record<PushEventType, LiveCase>>;

beforeAll(async () => {
  live = await LiveWorld.start();
  cases = {
    ...accountCases(live),
    ...callCases(live),
    ...shiftCases(live),
    ...textCases(live),
    ...contactCases(live),
    ...voicemailCases(live),
    ...faxCases(live),
    ...taskCases(live),
  };
});
afterAll(() => live.close());
afterEach(() => live.phones.stopPhones());

/** The events of a change, once the one it is about is among them. */
async function heard(type: PushEventType): Promise<NumberedEvent[]> {
  const events: NumberedEvent[] = [];
  await vi.waitFor(async () => {
    events.push(...(await live.maya.next()));
    expect(events.map(({ event }) => event.type)).toContain(type);
  }, SOUND_WAIT);
  return events;
}

async function holds(type: PushEventType, { view, change, asksAgain, isQuiet }: Shown): Promise<void> {
  const { maya } = live;
  const shown = view(maya);
  await shown.load();
  const before = shown.now();
  await change();
  const reads = maya.reads.length;
  maya.tell(await heard(type));
  await maya.isAnswered();
  if (!asksAgain) expect(maya.reads.slice(reads), "the event was enough").toEqual([]);
  const fresh = view(maya);
  await fresh.load();
  // The answer may hold what was told while it was asked for, so the other hears of it too.
  maya.tell(await maya.next());
  await maya.isAnswered();
  expect(shown.now()).toEqual(fresh.now());
  if (!isQuiet) expect(shown.now()).not.toEqual(before);
}

async function differs(type: PushEventType, { reads, change }: AskedFor): Promise<void> {
  const before = await reads();
  await change();
  await heard(type);
  expect(await reads()).not.toEqual(before);
}

describe("[PUSH12] the state before and the event are the state after", () => {
  test.each(Object.keys(pushEvents) as PushEventType[])("%s", async (type) => {
    const found = cases[type];
    if ("tells" in found) {
      await live.maya.skip();
      await found.tells();
      await heard(type);
      return;
    }
    await found.prepare?.();
    await live.maya.skip();
    try {
      await ("view" in found ? holds(type, found) : differs(type, found));
    } finally {
      await found.cleanUp?.();
    }
  });
});
