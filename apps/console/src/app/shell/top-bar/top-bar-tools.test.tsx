import { describe, expect, test } from "vitest";
import { page, userEvent } from "vitest/browser";
import { expectAccessible } from "../../../testing/axe.ts";
import { renderSignedIn } from "../../../testing/render-signed-in.tsx";
import { TopBarTools } from "./top-bar-tools.tsx";

/** The machine may be busy with other things. */
const PATIENCE_MS = 20_000;

const tool = (name: string | RegExp) => page.getByRole("button", { name });
const elementOf = (name: string): HTMLElement => tool(name).element() as HTMLElement;

async function openTools() {
  const opened: string[] = [];
  const rendered = await renderSignedIn(<TopBarTools onOpenDialog={(dialog) => opened.push(dialog)} />);
  await expect.element(tool("Downloads")).toBeVisible();
  const standIn = elementOf("Downloads");
  return { ...rendered, opened, haveMenusCome: () => !standIn.isConnected };
}

describe("tools of the top bar", () => {
  test("plain buttons are there at once, with the names and the places of the real ones", async () => {
    const { clock, haveMenusCome } = await openTools();
    const placesOf = () =>
      [...document.querySelectorAll<HTMLElement>("[data-tool]")].map((each) => {
        const { left, top, width, height } = each.getBoundingClientRect();
        return [each.dataset.tool, each.getAttribute("aria-label"), left, top, width, height];
      });
    const before = placesOf();
    expect(before).toHaveLength(4);
    await expectAccessible(document.body);
    clock.advance(2000);
    await expect.poll(haveMenusCome, { timeout: PATIENCE_MS }).toBe(true);
    expect(placesOf()).toEqual(before);
  });

  test("the first press opens the menu it is meant for, and Escape leads back to its button", async () => {
    const { opened } = await openTools();
    elementOf("Downloads").focus();
    await userEvent.keyboard("{Enter}");
    await expect.element(page.getByText("Nothing has been downloaded yet.")).toBeVisible();
    await userEvent.keyboard("{Escape}");
    await expect.element(tool("Downloads")).toHaveFocus();
    expect(opened).toEqual([]);
  });

  test("the account menu opens on the first press, and its items work", async () => {
    const { opened } = await openTools();
    await tool(/^Account of/).click();
    await expect.element(page.getByRole("menuitem", { name: "Edit Profile" })).toBeVisible();
    await userEvent.keyboard("{Escape}");
    await expect.element(tool(/^Account of/)).toHaveFocus();
    await userEvent.keyboard("{Enter}");
    await page.getByRole("menuitem", { name: "Edit Profile" }).click();
    expect(opened).toEqual(["profile"]);
  });

  test("a press counts also when the menus come by themselves in the same moment", async () => {
    const { clock } = await openTools();
    clock.advance(2000);
    elementOf("Downloads").click();
    await expect.element(page.getByText("Nothing has been downloaded yet.")).toBeVisible();
  });

  test("a user on a button stays there when the menus come by themselves", async () => {
    const { clock, haveMenusCome } = await openTools();
    elementOf("Audio devices").focus();
    clock.advance(2000);
    await expect.poll(haveMenusCome, { timeout: PATIENCE_MS }).toBe(true);
    await expect.element(tool("Audio devices")).toHaveFocus();
    await expect.element(tool("Audio devices")).toHaveAttribute("aria-expanded", "false");
  });
});
