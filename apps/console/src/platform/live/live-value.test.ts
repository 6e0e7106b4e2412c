import { expect, test } from "vitest";
import { EventLog } from "./event-log.ts";
import { LiveValue } from "./live-value.ts";

async function settle(): Promise<void> {
  for (let turn = 0; turn < 50; turn += 1) await Promise.resolve();
}

/** Two parts, loaded one by one. */
function aValue(log: EventLog) {
  const asked: string[] = [];
  const load = (part: string): Promise<void> =>
    value.fetch(
      part,
      async ({ onReply }) => {
        asked.push(part);
        onReply?.(120);
        return part;
      },
      (state, reply) => ({ ...state, [part]: reply }),
    );
  const value: LiveValue<Readonly<Record<string, string>>> = new LiveValue({
    log,
    initial: {},
    rules: {},
    reload: async () => void (await Promise.all([load("one"), load("two")])),
  });
  return { value, load, asked };
}

test("a value made before the line begins is loaded once, also when it is loaded in parts", async () => {
  const log = new EventLog();
  const { value, load, asked } = aValue(log);
  log.begin(100);
  await load("one");
  await load("two");
  await settle();
  expect(asked).toEqual(["one", "two"]);
  expect(value.state.getState()).toEqual({ one: "one", two: "two" });
});

test("what was loaded before the line begins elsewhere is loaded once more", async () => {
  const log = new EventLog();
  const { load, asked } = aValue(log);
  await load("one");
  log.begin(100);
  await settle();
  expect(asked).toEqual(["one", "one", "two"]);
});
