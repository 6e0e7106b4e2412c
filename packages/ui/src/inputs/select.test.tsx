import { type ReactNode, useState } from "react";
import { beforeEach, expect, test } from "vitest";
import { page, userEvent } from "vitest/browser";
import { expectAccessibleInBothSchemes, renderThemed } from "../testing/render-themed.tsx";
import { MultiSelect, Select } from "./select.tsx";

const LINES = [
  { value: "main", label: "Main" },
  { value: "scheduling", label: "Scheduling" },
  { value: "billing", label: "Billing" },
];

function Line(): ReactNode {
  const [line, setLine] = useState<string | null>("scheduling");
  return <Select aria-label="Line" data={LINES} value={line} onChange={setLine} allowDeselect={false} />;
}

function Lines(): ReactNode {
  const [lines, setLines] = useState<string[]>(["main"]);
  return <MultiSelect aria-label="Lines" data={LINES} value={lines} onChange={setLines} placeholder="None" />;
}

const field = (name = "Line") => page.getByRole("combobox", { name, exact: true });
const option = (name: string) => page.getByRole("option", { name });
const lists = (): number => document.querySelectorAll('[role="listbox"]').length;

// The pointer rests where the test before has left it, and a field under it counts as entered.
beforeEach(async () => {
  const corner = document.createElement("button");
  corner.textContent = "Corner";
  corner.style.cssText = "position: fixed; right: 0; bottom: 0";
  document.body.append(corner);
  await userEvent.hover(corner);
  corner.remove();
});

test("no list is built before the field is entered", async () => {
  await renderThemed(<Line />);
  await expect.element(field()).toHaveValue("Scheduling");
  expect(lists()).toBe(0);
  await field().click();
  await option("Billing").click();
  await expect.element(field()).toHaveValue("Billing");
  await expect.element(option("Billing")).not.toBeInTheDocument();
});

test("the first arrow key begins at what is chosen", async () => {
  await renderThemed(<Line />);
  await userEvent.tab();
  await expect.element(field()).toHaveFocus();
  await userEvent.keyboard("{ArrowDown}");
  await expect.element(option("Scheduling")).toBeVisible();
  await userEvent.keyboard("{ArrowDown}{Enter}");
  await expect.element(field()).toHaveValue("Billing");
});

test("it opens without being pointed at or entered first", async () => {
  await renderThemed(<Line />);
  await expect.element(field()).toBeVisible();
  (field().element() as HTMLElement).click();
  await expect.element(option("Main")).toBeVisible();
});

test("several are chosen one after the other", async () => {
  await renderThemed(<Lines />);
  await expect.element(field("Lines")).toBeInTheDocument();
  expect(lists()).toBe(0);
  await field("Lines").click();
  await option("Billing").click();
  await option("Scheduling").click();
  await expect.poll(() => page.getByRole("option", { selected: true }).elements()).toHaveLength(3);
});

test("passes axe", async () => {
  await expectAccessibleInBothSchemes(
    <>
      <Line />
      <Lines />
    </>,
  );
});
