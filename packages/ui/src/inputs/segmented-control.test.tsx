import { type ReactNode, useState } from "react";
import { expect, test } from "vitest";
import { page, userEvent } from "vitest/browser";
import { expectAccessibleInBothSchemes, renderThemed } from "../testing/render-themed.tsx";
import { SegmentedControl } from "./segmented-control.tsx";

const SEGMENTS = [
  { value: "all", label: "All" },
  { value: "missed", label: "Missed" },
  { value: "outgoing", label: "Outgoing" },
] as const;

function Filters({ isWide = false }: { readonly isWide?: boolean }): ReactNode {
  const [value, setValue] = useState<(typeof SEGMENTS)[number]["value"]>("all");
  return (
    <SegmentedControl
      aria-label="Show calls"
      segments={SEGMENTS}
      value={value}
      onChange={setValue}
      isWide={isWide}
    />
  );
}

const segment = (name: string) => page.getByRole("radio", { name, exact: true });

test("exactly one is chosen, by a click on its words", async () => {
  await renderThemed(<Filters />);
  await expect.element(page.getByRole("radiogroup", { name: "Show calls" })).toBeVisible();
  await expect.element(segment("All")).toBeChecked();
  await page.getByText("Missed", { exact: true }).click();
  await expect.element(segment("Missed")).toBeChecked();
  await expect.element(segment("All")).not.toBeChecked();
});

test("the keyboard enters at the chosen one, and its arrows choose", async () => {
  await renderThemed(
    <>
      <button type="button">Before</button>
      <Filters />
    </>,
  );
  await page.getByText("Missed", { exact: true }).click();
  await page.getByRole("button", { name: "Before" }).click();
  await userEvent.tab();
  await expect.element(segment("Missed")).toHaveFocus();
  await userEvent.keyboard("{ArrowRight}");
  await expect.element(segment("Outgoing")).toBeChecked();
  await userEvent.keyboard("{ArrowRight}");
  await expect.element(segment("All")).toBeChecked();
});

test("the mark lies under the chosen segment", async () => {
  await renderThemed(<Filters isWide />);
  const group = page.getByRole("radiogroup").element();
  const mark = (): number => new DOMMatrix(getComputedStyle(group, "::before").transform).m41;
  expect(mark()).toBe(0);
  await page.getByText("Outgoing", { exact: true }).click();
  const chosen = segment("Outgoing").element().getBoundingClientRect();
  const first = segment("All").element().getBoundingClientRect();
  expect(chosen.width).toBeCloseTo(first.width, 0);
  await expect.poll(mark).toBeCloseTo(chosen.left - first.left, 0);
});

test("two of them on a page do not choose for one another", async () => {
  await renderThemed(
    <>
      <Filters />
      <SegmentedControl
        aria-label="Keyboard"
        segments={[{ value: "mac", label: "Mac" }]}
        value="mac"
        onChange={() => {}}
      />
    </>,
  );
  await page.getByText("Missed", { exact: true }).click();
  await expect.element(segment("Mac")).toBeChecked();
  await expect.element(segment("Missed")).toBeChecked();
});

test("passes axe", async () => {
  await expectAccessibleInBothSchemes(<Filters />);
});
