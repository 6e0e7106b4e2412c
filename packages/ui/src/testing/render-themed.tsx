import { untilNothingMoves } from "@offhook/testkit/browser";
import axe from "axe-core";
import type { ReactElement } from "react";
import { expect } from "vitest";
import { type RenderResult, render } from "vitest-browser-react";
import { OffhookTheme } from "../theme/offhook-theme.tsx";

type Scheme = "light" | "dark";

function themed(element: ReactElement, scheme: Scheme): ReactElement {
  return (
    <OffhookTheme theme={scheme} background="aquaHaze">
      <main>{element}</main>
    </OffhookTheme>
  );
}

export async function renderThemed(element: ReactElement, scheme: Scheme = "light"): Promise<RenderResult> {
  const screen = await render(themed(element, scheme));
  // What is shown next stands in the same place, and keeps its state.
  return { ...screen, rerender: (next) => screen.rerender(themed(next as ReactElement, scheme)) };
}

/** Runs axe over the whole page, in the scheme that is shown. */
export async function expectAccessible(): Promise<void> {
  await untilNothingMoves();
  const { violations } = await axe.run(document, {
    // A component stands alone here: the landmarks and headings of a page are the console's.
    rules: { region: { enabled: false }, "page-has-heading-one": { enabled: false } },
  });
  expect(
    violations.map(({ id, nodes }) => ({
      id,
      nodes: nodes.map((node) => `${node.html} ${node.failureSummary}`),
    })),
  ).toEqual([]);
}

/** Renders in both schemes and lets axe look at each; `reveal` brings the component into the state to be judged. */
export async function expectAccessibleInBothSchemes(
  element: ReactElement,
  reveal: () => Promise<void> = async () => {},
): Promise<void> {
  for (const scheme of ["light", "dark"] as const) {
    const screen = await renderThemed(element, scheme);
    await reveal();
    expect(document.documentElement.dataset.mantineColorScheme).toBe(scheme);
    await expectAccessible();
    await screen.unmount();
  }
}
