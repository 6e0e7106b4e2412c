import axe from "axe-core";
import { expect } from "vitest";

/** Fails with a list of what axe found: the rule and the element. */
export async function expectAccessible(container: Element): Promise<void> {
  const { violations } = await axe.run(container, {
    runOnly: ["wcag2a", "wcag2aa", "wcag21aa", "wcag22aa", "best-practice"],
  });
  const found = violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html}`));
  expect(found).toEqual([]);
}
