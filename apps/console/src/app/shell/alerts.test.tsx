import type { AdminAlertEntry } from "@offhook/contract";
import { type ReactNode, useState } from "react";
import { describe, expect, test } from "vitest";
import { page, userEvent } from "vitest/browser";
import { expectAccessible } from "../../testing/axe.ts";
import { renderSignedIn, type SignedInOptions } from "../../testing/render-signed-in.tsx";
import { Banners } from "./banners.tsx";
import { type ShellDialog, ShellDialogs } from "./shell-dialogs.tsx";
import { AccountMenu } from "./top-bar/account-menu.tsx";

const anAlert = (given: Partial<AdminAlertEntry> = {}): AdminAlertEntry => ({
  id: 1,
  kind: "tollFraud",
  subject: "desk-102",
  title: "Calls from line 102 were stopped",
  text: "The line called 4 premium numbers within an hour.",
  count: 1,
  first_at: "2026-03-02T09:00:00.000Z",
  last_at: "2026-03-02T09:00:00.000Z",
  dismissed_at: null,
  dismissed_by: "",
  ...given,
});
// The clock stands at 2030-01-07T09:00Z.
const today = { first_at: "2030-01-07T08:00:00.000Z", last_at: "2030-01-07T08:30:00.000Z" };
const dismissed = { dismissed_at: "2026-03-02T09:05:00.000Z", dismissed_by: "Ines Duarte" };

function Shell(): ReactNode {
  const [open, setOpen] = useState<ShellDialog>();
  return (
    <main>
      <Banners onShowAlerts={() => setOpen("alerts")} />
      <AccountMenu onOpen={setOpen} />
      <ShellDialogs open={open} onClose={() => setOpen(undefined)} />
    </main>
  );
}

function openShell(alerts: readonly AdminAlertEntry[], options: SignedInOptions = {}) {
  return renderSignedIn(<Shell />, {
    profile: { roles: { tc_admin: "1" }, scope: ["administration"] },
    ...options,
    prepare: (service) =>
      service
        .on("GET /admin/alerts", () => ({ result: { alerts } }))
        .on("GET /alerts/told", () => ({ result: { alerts } }))
        .on("PUT /admin/lines/release", () => ({ result: {} }))
        .on("PUT /alerts/told/dismiss", () => ({ result: anAlert(dismissed) }))
        .on("PUT /admin/alerts/dismiss", ({ body }) => ({
          result: { ...alerts.find(({ id }) => id === (body as { id: number }).id), ...dismissed },
        })),
  });
}

const banner = () => page.getByRole("status").filter({ hasText: "stopped" });

describe("[ALR9] the banner", () => {
  test("shows the newest alert as it is pushed, an emergency first, and goes when it is dismissed", async () => {
    const emergency = anAlert({
      id: 2,
      kind: "emergencyCall",
      title: "Emergency call",
      text: "Dev dialed 911.",
    });
    const { tell } = await openShell([anAlert(), emergency]);
    await expect.element(page.getByRole("status").filter({ hasText: "Dev dialed 911." })).toBeVisible();
    await expect.element(page.getByRole("button", { name: "1 more" })).toBeVisible();
    await page.getByRole("button", { name: "Dismiss" }).click();
    await expect.element(banner()).toBeVisible();
    tell({ type: "ADMIN_ALERT", alert: anAlert(dismissed) });
    await expect.element(page.getByRole("button", { name: "Dismiss" })).not.toBeInTheDocument();
    tell({ type: "ADMIN_ALERT", alert: anAlert({ id: 3 }) });
    await expect.element(banner()).toBeVisible();
  });

  test("leads to all of them, and keys go on where the user was after each is dismissed", async () => {
    await openShell([anAlert(), anAlert({ id: 2, title: "Calls from line 103 were stopped" })]);
    await page.getByRole("button", { name: "1 more" }).click();
    const dialog = page.getByRole("dialog", { name: "Alerts" });
    const dismiss = (line: number) =>
      dialog.getByRole("button", { name: `Dismiss: Calls from line ${line} were stopped` });
    await dismiss(102).click();
    await expect.element(dismiss(102)).not.toBeInTheDocument();
    await expect.poll(() => dialog.element().contains(document.activeElement)).toBe(true);
    await userEvent.keyboard("{Escape}");
    await expect.element(dialog).not.toBeInTheDocument();
    const last = page.getByRole("button", { name: "Dismiss" });
    (last.element() as HTMLElement).focus();
    await userEvent.keyboard("{Enter}");
    await expect.element(last).not.toBeInTheDocument();
    await expect.element(page.getByRole("main")).toHaveFocus();
  });

  test("is there for the front desk too, which has no list", async () => {
    await openShell([anAlert()], { profile: { roles: {} } });
    await page.getByRole("button", { name: "Dismiss" }).click();
    await expect.element(banner()).not.toBeInTheDocument();
    await page.getByRole("button", { name: /Maya/ }).click();
    await expect.element(page.getByRole("menuitem", { name: "Sign out" })).toBeVisible();
    expect(page.getByRole("menuitem", { name: /Alerts/ }).elements()).toEqual([]);
  });
});

describe("[ALR9] the list", () => {
  test.each(["light", "dark"] as const)(
    "opens from the account menu and passes axe in %s",
    async (scheme) => {
      await page.viewport(390, 800);
      const old = anAlert({
        id: 2,
        kind: "passwordGuessing",
        title: "Somebody guesses",
        count: 12,
        ...today,
        ...dismissed,
      });
      await openShell([anAlert(), old], { scheme });
      await page.getByRole("button", { name: /Maya/ }).click();
      await page.getByRole("menuitem", { name: /Alerts/ }).click();
      const dialog = page.getByRole("dialog", { name: "Alerts" });
      await expect.element(dialog.getByText("Dismissed by Ines Duarte")).toBeVisible();
      await expect.element(dialog.getByText(/12 times since \d\d:\d\d [AP]M/)).toBeVisible();
      await expectAccessible(document.body);
      expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(390);
      await dialog.getByRole("button", { name: "Dismiss: Calls from line 102 were stopped" }).click();
      await expect.element(dialog.getByRole("button", { name: /^Dismiss/ })).not.toBeInTheDocument();
    },
  );

  test("lets a line call again whose alert was put aside before", async () => {
    const { service } = await openShell([anAlert({ ...dismissed, ...today })]);
    await page.getByRole("button", { name: /Maya/ }).click();
    await page.getByRole("menuitem", { name: /Alerts/ }).click();
    const release = page.getByRole("button", { name: /^Let the line call again/ });
    await release.click();
    await expect.element(page.getByText("The line can call again")).toBeVisible();
    await expect.element(release).not.toBeInTheDocument();
    expect(service.requestsTo("PUT /admin/lines/release").map(({ body }) => body)).toEqual([
      { line: "desk-102" },
    ]);
  });

  test("says when there is nothing, and when it cannot be loaded", async () => {
    const { services } = await openShell([]);
    await page.getByRole("button", { name: /Maya/ }).click();
    await page.getByRole("menuitem", { name: /Alerts/ }).click();
    await expect.element(page.getByText("Nothing needs your attention.")).toBeVisible();
    services.alerts.state.setState({ status: "failed" });
    await page.getByRole("button", { name: "Try again" }).click();
    await expect.element(page.getByText("Nothing needs your attention.")).toBeVisible();
  });
});
