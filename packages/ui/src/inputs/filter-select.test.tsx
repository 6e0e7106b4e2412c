import { type ReactNode, useState } from "react";
import { expect, test } from "vitest";
import { page, userEvent } from "vitest/browser";
import { expectAccessibleInBothSchemes, renderThemed } from "../testing/render-themed.tsx";
import { FilterSelect } from "./filter-select.tsx";

const OPTIONS = [
  { value: "all", label: "All messages" },
  { value: "unread", label: "Unread" },
] as const;

function Filter(): ReactNode {
  const [value, setValue] = useState<"all" | "unread">("all");
  return <FilterSelect label="Show" options={OPTIONS} value={value} onChange={setValue} />;
}

const field = () => page.getByRole("combobox", { name: "Show" });
const option = (name: string) => page.getByRole("option", { name });

// First: the only one that begins without the list.
test("a click on the field that stands in for it opens the list, and what stands there looks the same", async () => {
  const screen = await renderThemed(<Filter />);
  const plain = screen.getByRole("combobox").element() as HTMLInputElement;
  expect(plain.value).toBe("All messages");
  const before = plain.getBoundingClientRect();
  const look = { ...getComputedStyle(plain) };
  plain.click();
  await option("Unread").click();
  await expect.element(field()).toHaveValue("Unread");
  const real = field().element();
  expect(real).not.toBe(plain);
  expect(real.getBoundingClientRect().toJSON()).toEqual(before.toJSON());
  const { fontSize, color, borderColor, backgroundColor, padding } = getComputedStyle(real);
  expect({ fontSize, color, borderColor, backgroundColor, padding }).toEqual({
    fontSize: look.fontSize,
    color: look.color,
    borderColor: look.borderColor,
    backgroundColor: look.backgroundColor,
    padding: look.padding,
  });
});

test("the keyboard chooses", async () => {
  await renderThemed(<Filter />);
  await userEvent.tab();
  await userEvent.keyboard("{ArrowDown}");
  await expect.element(option("Unread")).toBeVisible();
  await userEvent.keyboard("{ArrowDown}{Enter}");
  await expect.element(field()).toHaveValue("Unread");
  await expect.element(field()).toHaveFocus();
});

test("passes axe", async () => {
  await expectAccessibleInBothSchemes(<Filter />);
});
