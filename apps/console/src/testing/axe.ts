import axe from "axe-core";
import { expect } from "vitest";

/** Fails with a list of what axe found: the rule and the element. */
export async function expectAccessible(container: Element): Promise<void> {
  // Colors are measured as painted, so a fade that still runs would be reported as poor contrast.
  const running = document.getAnimations().filter((each) => each.effect?.getTiming().iterations === 1);
  await Promise.allSettled(running.map((each) => each.finished));
  const { violations } = await axe.run(container, {
    runOnly: ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"],
  });
  const found = violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html}`));
  expect(found).toEqual([]);
}
