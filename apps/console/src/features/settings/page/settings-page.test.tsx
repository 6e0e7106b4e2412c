import { describe, expect, test } from "vitest";
import { page, userEvent } from "vitest/browser";
import { expectAccessible } from "../../../testing/axe.ts";
import { stopLoadingTime } from "../../../testing/loading-time.ts";
import { renderSettings } from "../testing/render-settings.tsx";
import { MusicSettings } from "./sections/phone-section.tsx";
import { SettingsPage } from "./settings-page.tsx";

const profile = {
  sms_lines: [
    { sms_line: "12125550110", sms_linename: "Main" },
    { sms_line: "12125550111", sms_linename: "Scheduling" },
  ],
};
const search = () => page.getByRole("searchbox", { name: "Search settings" });
const saveState = () => page.getByRole("status").filter({ hasText: /sav/i });

describe("settings page", () => {
  test("a change is saved as it is made, and says so", async () => {
    const { saved, settle } = await renderSettings(<SettingsPage />);
    await page.getByText("Show unread counts").click();
    await expect.element(saveState()).toHaveTextContent("Saving");
    await settle();
    await expect.element(saveState()).toHaveTextContent("Saved");
    expect(saved).toEqual({ showUnreadCount: false });
  });

  test("what another device changes is shown", async () => {
    const { log } = await renderSettings(<SettingsPage />);
    log.add(1, { type: "SETTINGS_UPDATE", settings: '{"reviewBeforeDialing":true}', version: 1 });
    await expect.element(page.getByRole("switch", { name: "Review before dialing" })).toBeChecked();
  });

  test("searching leaves what is found, and says when nothing is", async () => {
    await renderSettings(<SettingsPage />, { profile });
    await search().fill("DOOR code");
    await expect.element(page.getByRole("textbox", { name: "Doorbell code" })).toBeVisible();
    await expect.element(page.getByRole("switch", { name: "Show unread counts" })).not.toBeInTheDocument();
    await expect.element(page.getByRole("heading", { name: "Appearance" })).not.toBeInTheDocument();
    await search().fill("xyzzy");
    await expect.element(page.getByText("No setting is called “xyzzy”.")).toBeVisible();
  });

  test("a text that is not valid is explained and not saved", async () => {
    const { saved, settle } = await renderSettings(<SettingsPage />);
    await page.getByRole("textbox", { name: "Doorbell code" }).fill("5x");
    await expect.element(page.getByText("Only 0 to 9, * and #, at most 16")).toBeVisible();
    await settle();
    expect(saved).toEqual({});
    await page.getByRole("textbox", { name: "Doorbell code" }).fill("77#");
    await settle();
    expect(saved).toEqual({ doorbellDtmf: "77#" });
  });

  test("lines never chosen are all active, and can be left out", async () => {
    const { saved, settle } = await renderSettings(<SettingsPage />, { profile });
    await page.getByRole("combobox", { name: "Active SMS lines" }).click({ force: true });
    await page
      .getByRole("option", { name: /Scheduling/ })
      .first()
      .click();
    await settle();
    expect(saved.activeSmsLines).toMatchObject([{ value: "12125550110", name: "Main" }]);
  });

  test("features that are off bring no settings", async () => {
    const features = {
      calls: true,
      messaging: false,
      voicemail: true,
      fax: false,
      teamChat: true,
      contacts: true,
      tasks: false,
    };
    await renderSettings(<SettingsPage />, { profile: { ...profile, features } });
    await expect.element(page.getByRole("combobox", { name: "Default SMS line" })).not.toBeInTheDocument();
  });

  test("a shortcut that is taken is refused with the name of its holder", async () => {
    const { saved, settle } = await renderSettings(<SettingsPage />);
    await page.getByRole("button", { name: "Hang up Ctrl E" }).click();
    await userEvent.keyboard("{Control>}h{/Control}");
    await expect.element(page.getByText("Already used: Hold or resume the call")).toBeVisible();
    await settle();
    expect(saved).toEqual({});
  });

  test("the test sound loops until it is stopped", async () => {
    const { played } = await renderSettings(<SettingsPage />);
    await page.getByRole("button", { name: "Test the audio output" }).click();
    await expect.poll(() => played).toEqual(["play"]);
    await page.getByRole("button", { name: "Stop testing the audio output" }).click();
    expect(played).toEqual(["play", "pause"]);
  });

  test("nothing moves when the phone's details come late", async () => {
    const { line } = await renderSettings(<SettingsPage />, { isPhoneLate: true });
    await expect.poll(() => document.querySelector("section[data-waiting]")).toBeNull();
    const below = page.getByRole("heading", { name: "Appearance" });
    const before = below.element().getBoundingClientRect().top;
    await line.load();
    await expect.element(page.getByRole("combobox", { name: "When nobody answers" })).toBeVisible();
    expect(below.element().getBoundingClientRect().top).toBe(before);
  });

  test("[LOAD1] a setting whose place has appeared waits until that was seen", async () => {
    const { pass } = stopLoadingTime();
    const { line } = await renderSettings(<MusicSettings />, { isPhoneLate: true });
    const setting = page.getByRole("switch", { name: "Music instead of ringing" });
    await pass(210);
    await line.load();
    await pass(150);
    expect(setting.query()).toBeNull();
    await pass(60);
    await expect.element(setting).toBeInTheDocument();
  });

  test("phone details are saved on the line", async () => {
    const { updates } = await renderSettings(<SettingsPage />);
    await page.getByText("Reject anonymous calls").click();
    expect(updates).toEqual([{ acr: "1", phone: "reception" }]);
  });

  test.each(["light", "dark"] as const)("axe finds nothing, %s", async (theme) => {
    const { screen } = await renderSettings(<SettingsPage />, { profile, theme });
    await expectAccessible(screen.container);
  });
});

describe("blocked numbers", () => {
  test("the list is live, and a number can be let through again and blocked anew", async () => {
    const { blocked } = await renderSettings(<SettingsPage />, { blocked: ["12125550195"] });
    const unblock = page.getByRole("button", { name: "Unblock (212) 555-0195" });
    await unblock.click();
    await expect.element(page.getByText("You have blocked no numbers.")).toBeVisible();
    await page.getByRole("button", { name: "Undo" }).click();
    await expect.element(unblock).toBeVisible();
    await blocked.block("12125550196");
    await expect.element(page.getByRole("button", { name: "Unblock (212) 555-0196" })).toBeVisible();
  });
});
