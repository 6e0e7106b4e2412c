import { expect, test } from "vitest";
import { afterPaint, type PaintingWindow } from "./after-paint.ts";

interface Step {
  readonly kind: "frame" | "idle" | "timer";
  readonly run: () => void;
}

/** A window whose every callback waits for the test to call it. */
function aWindow(options: { readonly isHidden?: boolean; readonly hasIdle?: boolean } = {}) {
  const steps: Step[] = [];
  const on: PaintingWindow = {
    document: { visibilityState: options.isHidden ? "hidden" : "visible" },
    requestAnimationFrame: (run) => steps.push({ kind: "frame", run }),
    setTimeout: (run, delayMs = 0) => {
      if (delayMs === 0) steps.push({ kind: "timer", run });
    },
    ...(options.hasIdle === false
      ? {}
      : { requestIdleCallback: (run: () => void) => steps.push({ kind: "idle", run }) }),
  };
  const take = async (): Promise<Step["kind"] | undefined> => {
    // Promises first: each step is asked for when the one before has settled.
    await Promise.resolve();
    await Promise.resolve();
    const step = steps.shift();
    step?.run();
    return step?.kind;
  };
  return { on, take };
}

test("waits for the frame, its paint and a rest", async () => {
  const { on, take } = aWindow();
  let isOver = false;
  const done = afterPaint(on).then(() => {
    isOver = true;
  });
  expect(await take()).toBe("frame");
  expect(await take()).toBe("timer");
  expect(isOver).toBe(false);
  expect(await take()).toBe("idle");
  await done;
});

test("a tab in the background, which never paints, is not waited for", async () => {
  const { on, take } = aWindow({ isHidden: true });
  const done = afterPaint(on);
  expect(await take()).toBe("idle");
  await done;
});

test("where the browser does not tell of its rest, the next task is as good", async () => {
  const { on, take } = aWindow({ hasIdle: false });
  const done = afterPaint(on);
  expect([await take(), await take(), await take()]).toEqual(["frame", "timer", "timer"]);
  await done;
});

test("comes to its end in this very browser", async () => {
  await afterPaint(window);
});
