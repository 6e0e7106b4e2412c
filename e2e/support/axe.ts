import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { untilNothingMoves } from "@offhook/testkit/browser";
import { expect, type Page } from "@playwright/test";
import type { AxeResults } from "axe-core";

const SOURCE = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

async function violations(page: Page): Promise<unknown[]> {
  // Evaluated by the debugger and not as a script of the page, so that the content security policy stays as it is.
  await page.evaluate(SOURCE);
  await page.evaluate(untilNothingMoves);
  const results = await page.evaluate<AxeResults>("axe.run(document)");
  return results.violations.map(({ id, help, nodes }) => ({
    id,
    help,
    nodes: nodes.map((node) => `${node.html} ${node.failureSummary}`),
  }));
}

/** Axe finds nothing, in light and in dark. For pages that follow the operating system's scheme. */
export async function expectAccessible(page: Page): Promise<void> {
  for (const colorScheme of ["light", "dark"] as const) {
    await page.emulateMedia({ colorScheme });
    expect(await violations(page), `axe, ${colorScheme}`).toEqual([]);
  }
  await page.emulateMedia({ colorScheme: null });
}
