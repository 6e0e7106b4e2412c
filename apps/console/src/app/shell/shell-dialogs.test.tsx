import { type ReactNode, useState } from "react";
import { expect, test } from "vitest";
import { page, userEvent } from "vitest/browser";
import { expectAccessible } from "../../testing/axe.ts";
import { renderSignedIn, type SignedInOptions } from "../../testing/render-signed-in.tsx";
import { type ShellDialog, ShellDialogs } from "./shell-dialogs.tsx";

const DIALOGS: readonly (readonly [ShellDialog, string])[] = [
  ["profile", "Edit your profile"],
  ["status", "Set a status"],
  ["whatsNew", "What's new"],
  ["mobileApps", "Download the Mobile apps"],
  ["desktopApp", "Download the Desktop app"],
  ["reportIssue", "Report Issue"],
  ["shareIdea", "Share your idea"],
  ["support", "Get support"],
  ["shortcuts", "Keyboard shortcuts"],
];

function Host(): ReactNode {
  const [open, setOpen] = useState<ShellDialog>();
  return (
    <main>
      {DIALOGS.map(([dialog]) => (
        <button key={dialog} type="button" onClick={() => setOpen(dialog)}>
          {dialog}
        </button>
      ))}
      <ShellDialogs open={open} onClose={() => setOpen(undefined)} />
    </main>
  );
}

function openHost(options: SignedInOptions = {}) {
  return renderSignedIn(<Host />, {
    ...options,
    prepare: (service) =>
      service
        .on("GET /timezones", () => ({ result: [] }))
        .on("GET /countries.json", () => ({ status: 200, page: "[]" }))
        .on("GET /status", () => "unreachable")
        .on("POST /send/feedback", () => "unreachable")
        .on("GET /releaseNotes", () => "unreachable"),
  });
}

const button = (name: string) => page.getByRole("button", { name, exact: true });
const dialog = (name: string) => page.getByRole("dialog", { name });

test("each opens by its name, closes with Esc and gives the focus back", async () => {
  await openHost();
  for (const [name, title] of DIALOGS) {
    await button(name).click();
    await expect.element(dialog(title)).toBeVisible();
    await userEvent.keyboard("{Escape}");
    await expect.element(dialog(title)).not.toBeInTheDocument();
    await expect.element(button(name)).toHaveFocus();
  }
});

test("a dialog that is opened again begins anew", async () => {
  await openHost();
  await button("shareIdea").click();
  await page.getByRole("textbox").fill("A dark icon");
  await button("SUBMIT").click();
  await expect.element(page.getByText("Failed to send feedback")).toBeVisible();
  await userEvent.keyboard("{Escape}");
  await button("Discard").click();
  await expect.element(dialog("Share your idea")).not.toBeInTheDocument();
  await button("shareIdea").click();
  await expect.element(page.getByRole("textbox")).toHaveValue("");
  await expect.element(page.getByText("Failed to send feedback")).not.toBeInTheDocument();
});

test("'Get support' leads to the report, and closing that closes all", async () => {
  await openHost();
  await button("support").click();
  await button("Report issue").click();
  await expect.element(dialog("Report Issue")).toBeVisible();
  await expect.element(dialog("Get support")).not.toBeInTheDocument();
  await userEvent.keyboard("{Escape}");
  await expect.element(page.getByRole("dialog")).not.toBeInTheDocument();
  await button("support").click();
  await expect.element(dialog("Get support")).toBeVisible();
});

test("a new version shows itself without being asked for", async () => {
  const { browser } = await openHost();
  browser.updates.state.setState("ready", true);
  await expect.element(page.getByText("New update available")).toBeVisible();
});

test("the shortcuts are those of the settings, for this platform", async () => {
  const { services } = await openHost();
  const { shortcuts } = services.settings.settings;
  const windows = shortcuts.windows.map((each) =>
    each.value === "hold" ? { ...each, shortcut: "Alt+9" } : { ...each, shortcut: "" },
  );
  services.settings.change({ shortcuts: { ...shortcuts, windows } });
  await button("shortcuts").click();
  await expect.element(page.getByText("Alt", { exact: true })).toBeVisible();
  expect(page.getByText("not set").elements()).toHaveLength(windows.length - 1);
});

test.each(["light", "dark"] as const)("the sheet of shortcuts passes axe in %s", async (scheme) => {
  await openHost({ scheme });
  await button("shortcuts").click();
  await expect.element(dialog("Keyboard shortcuts")).toBeVisible();
  await expectAccessible(document.body);
});
