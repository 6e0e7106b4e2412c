import { EllipsisVertical, Trash2 } from "lucide-react";
import { expect, test, vi } from "vitest";
import { page, userEvent } from "vitest/browser";
import { expectAccessibleInBothSchemes, renderThemed } from "../testing/render-themed.tsx";
import { ActionMenu } from "./action-menu.tsx";
import type { ActionMenuProps } from "./menu-action.ts";

const remove = vi.fn();

function aMenu(props: Partial<ActionMenuProps> = {}) {
  return (
    <ActionMenu
      label="More for calls"
      icon={EllipsisVertical}
      actions={[
        { label: "Export", onSelect: () => {}, isDisabled: true },
        { label: "Delete", icon: Trash2, isDestructive: true, onSelect: remove },
      ]}
      {...props}
    />
  );
}

const button = () => page.getByRole("button", { name: "More for calls" });
const item = (name: string) => page.getByRole("menuitem", { name });

test("the first press opens it, and an item does what it says", async () => {
  await renderThemed(aMenu());
  await expect.element(button()).toHaveAttribute("aria-expanded", "false");
  await button().click();
  await expect.element(item("Export")).toBeDisabled();
  await item("Delete").click();
  expect(remove).toHaveBeenCalledOnce();
  await expect.element(item("Delete")).not.toBeInTheDocument();
});

test("by keyboard: Enter opens it at its first item, Escape leads back to the button", async () => {
  await renderThemed(aMenu());
  await userEvent.tab();
  await expect.element(button()).toHaveFocus();
  await userEvent.keyboard("{Enter}");
  await expect.element(item("Delete")).toHaveFocus();
  await userEvent.keyboard("{Escape}");
  await expect.element(item("Delete")).not.toBeInTheDocument();
  await expect.element(button()).toHaveFocus();
});

test("what an item opens finds the focus on the button, which outlives the item", async () => {
  let focused: Element | null = null;
  const onSelect = (): void => {
    focused = document.activeElement;
  };
  await renderThemed(aMenu({ actions: [{ label: "Rename", onSelect }] }));
  await button().click();
  await item("Rename").click();
  expect(focused).toBe(button().element());
});

test("it opens again", async () => {
  await renderThemed(aMenu());
  await button().click();
  await expect.element(item("Delete")).toHaveFocus();
  await userEvent.keyboard("{Escape}");
  await expect.element(item("Delete")).not.toBeInTheDocument();
  await button().click();
  await expect.element(item("Delete")).toBeVisible();
});

test("passes axe", async () => {
  await expectAccessibleInBothSchemes(aMenu());
});
