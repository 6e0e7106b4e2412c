import { untilNothingMoves } from "@offhook/testkit/browser";
import axe from "axe-core";
import { expect } from "vitest";

/** Fails with a list of what axe found: the rule and the element. */
export async function expectAccessible(container: Element): Promise<void> {
  await untilNothingMoves();
  const { violations } = await axe.run(container, {
    runOnly: ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"],
  });
  const found = violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html}`));
  expect(found).toEqual([]);
}
