import fc from "fast-check";
import { expect, test } from "vitest";
import { type Choice, compare, fits, patch, type Row, type RowEvent, World } from "./testing/list-world.ts";

const RUNS = 5000;

type Step = (world: World) => void | Promise<void>;

const anId = fc.integer({ min: 1, max: 12 });
const aRow = fc.record({
  id: anId,
  place: fc.integer({ min: 1, max: 20 }),
  text: fc.constantFrom("a", "b", "c"),
  isOpen: fc.boolean(),
});
const changed =
  (event: RowEvent, change: (rows: readonly Row[]) => Row[]): Step =>
  (world) =>
    world.commit(event, () => {
      world.rows = change(world.rows);
    });
const put = aRow.map(
  (each): Step =>
    (world) =>
      world.put(each),
);

const steps: fc.Arbitrary<Step> = fc.oneof(
  { weight: 4, arbitrary: put },
  {
    weight: 2,
    arbitrary: fc.tuple(anId, fc.constantFrom("x", "y")).map(([id, text]): Step => {
      return (world) => {
        // Nobody can change what is not there.
        if (!world.rows.some((each) => each.id === id)) return;
        const step = changed({ type: "TEXT", id, text }, (rows) =>
          rows.map((each) => (each.id === id ? { ...each, text } : each)),
        );
        return step(world);
      };
    }),
  },
  fc
    .array(anId, { maxLength: 4 })
    .map((shut) =>
      changed({ type: "SHUT", ids: shut }, (rows) =>
        rows.map((each) => (shut.includes(each.id) ? { ...each, isOpen: false } : each)),
      ),
    ),
  {
    weight: 2,
    arbitrary: anId.map((id) =>
      changed({ type: "GONE", id }, (rows) => rows.filter((each) => each.id !== id)),
    ),
  },
  aRow.map((each) =>
    changed({ type: "VAGUE" }, (rows) => [...rows.filter(({ id }) => id !== each.id), each]),
  ),
  {
    weight: 4,
    arbitrary: fc.integer({ min: 1, max: 3 }).map(
      (count): Step =>
        (world) =>
          world.hear(count),
    ),
  },
  {
    weight: 5,
    arbitrary: fc.nat({ max: 5 }).map(
      (index): Step =>
        (world) =>
          world.arrive(index),
    ),
  },
  { weight: 2, arbitrary: fc.constant<Step>((world) => void world.list.refresh()) },
  { weight: 2, arbitrary: fc.constant<Step>((world) => void world.list.loadMore()) },
  fc.constantFrom<Choice>("all", "open").map(
    (choice): Step =>
      (world) =>
        world.list.select(choice),
  ),
  fc.constant<Step>((world) => world.reset()),
  {
    weight: 2,
    // An own change: its answer arrives as any other, its event by push.
    arbitrary: fc.tuple(anId, fc.constantFrom("mine", "ours")).map(
      ([id, text]): Step =>
        (world) => {
          if (!world.rows.some((each) => each.id === id)) return;
          const answer = world.change(patch((each) => each.id === id, { text }));
          world.commit({ type: "TEXT", id, text }, () => {
            world.rows = world.rows.map((each) => (each.id === id ? { ...each, text } : each));
          });
          answer();
        },
    ),
  },
);

test("[LIV8] whatever the order of answers, events, gaps and own changes, the list ends as the service has it", async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(aRow, { maxLength: 8 }),
      fc.array(steps, { maxLength: 40 }),
      fc.boolean(),
      async (rows, all, isSilent) => {
        const world = new World();
        world.isSilent = isSilent;
        world.rows = [...new Map(rows.map((each) => [each.id, each])).values()];
        void world.list.open();
        for (const step of all) await step(world);
        await world.settle();
        await world.settle();
        const { choice, next, status } = world.list.shown(world.list.state.getState());
        const truth = world.rows.filter((each) => fits(each, choice)).sort(compare);
        const shown = world.shown();
        expect(status).toBe("ready");
        expect(shown).toEqual(truth.slice(0, shown.length));
        if (next === null) expect(shown).toHaveLength(truth.length);
      },
    ),
    { numRuns: RUNS },
  );
});

test("[LIV9] whatever is told while a row is being deleted, it never shows again", async () => {
  const some = fc.array(steps, { maxLength: 15 });
  await fc.assert(
    fc.asyncProperty(some, some, some, async (before, meanwhile, after) => {
      const world = new World();
      world.rows = Array.from({ length: 8 }, (_, at) => ({ id: at + 1, place: at, text: "a", isOpen: true }));
      void world.list.open();
      for (const step of before) await step(world);
      await world.settle();
      const gone = world.shown()[0]?.id ?? 0;
      const isMeant = ({ id }: Row): boolean => id === gone;
      world.isOnItsWayOut(gone);
      const answer = world.change([{ remove: isMeant }]);
      let isBack = false;
      world.list.state.subscribe(() => {
        isBack ||= world.shown().some(isMeant);
      });
      for (const step of meanwhile) await step(world);
      world.commit({ type: "GONE", id: gone }, () => {
        world.rows = world.rows.filter((row) => !isMeant(row));
      });
      answer();
      for (const step of after) await step(world);
      await world.settle();
      expect(isBack).toBe(false);
    }),
    { numRuns: RUNS },
  );
});
