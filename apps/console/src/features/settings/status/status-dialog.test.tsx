import type { ActiveStatus, UserStatus } from "@offhook/contract";
import { describe, expect, test, vi } from "vitest";
import { page, userEvent } from "vitest/browser";
import { expectAccessible } from "../../../testing/axe.ts";
import { refusal, type ServiceRequest } from "../../../testing/fake-service.ts";
import { renderSignedIn, type SignedInOptions } from "../../../testing/render-signed-in.tsx";
import { StatusDialog } from "./status-dialog.tsx";

const lunch: UserStatus = { id: 3, name: "Lunch", emoji: "🥪", default_duration: "1_hour", shared: "1" };
const gym: UserStatus = { id: 7, name: "Gym", emoji: "🏋️", default_duration: "today", shared: "0" };
// The fake clock stands at 2030-01-07T09:00Z, 04:00 in New York.
const running: ActiveStatus = { ...lunch, expires_at: Date.parse("2030-01-07T09:25:00Z") / 1000 };

async function openDialog(options: SignedInOptions = {}) {
  const onClose = vi.fn();
  const signedIn = await renderSignedIn(<StatusDialog isOpen onClose={onClose} />, {
    statuses: [lunch, gym],
    ...options,
    prepare: (service, tab) => {
      const done = { result: { id: 9, expires_at: null } };
      service
        .on("POST /user/status", () => done)
        .on("PUT /user/status", () => done)
        .on("DELETE /user/status", () => ({ result: {} }));
      options.prepare?.(service, tab);
    },
  });
  await expect.element(page.getByRole("dialog", { name: "Set a status" })).toBeVisible();
  return { ...signedIn, onClose };
}

const name = () => page.getByRole("textbox", { name: "What is your status?" });
const save = () => page.getByRole("button", { name: "Save" });
const duration = () => page.getByRole("combobox", { name: "Clear after" });
const row = (label: string) =>
  page.getByRole("list").getByRole("button", { name: label, exact: false }).first();
const says = (text: string) => expect.element(page.getByText(text, { exact: true })).toBeVisible();
const bodies = (requests: readonly ServiceRequest[]) => requests.map(({ body }) => body);

describe("without a status", () => {
  test("is 500 px wide, lists shared and personal ones in rows of 36 px, and waits for a name", async () => {
    await openDialog();
    expect(page.getByRole("dialog").element()).toHaveProperty("offsetWidth", 500);
    await expect.element(row("Lunch")).toHaveTextContent("1 hour");
    expect(row("Gym").element()).toHaveProperty("offsetHeight", 36);
    await expect.element(save()).toBeDisabled();
    await expect.element(duration()).not.toBeInTheDocument();
  });

  test("typing a name reveals the form with a speech bubble, and Save makes it", async () => {
    const { service, onClose } = await openDialog();
    await name().fill("  At the dentist ");
    await expect.element(duration()).toHaveValue("Never");
    await expect.element(page.getByRole("button", { name: "Pick your emoji..." })).toHaveTextContent("💬");
    await save().click();
    await says("Status updated successfully.");
    expect(bodies(service.requestsTo("POST /user/status"))).toEqual([
      {
        uuid: expect.any(String),
        status: { name: "At the dentist", emoji: "💬", default_duration: "never", expires_at: null },
      },
    ]);
    expect(onClose).toHaveBeenCalledOnce();
  });

  test("only spaces are no name", async () => {
    await openDialog();
    await name().fill("   ");
    await expect.element(save()).toBeDisabled();
    await expect.element(duration()).not.toBeInTheDocument();
  });

  test("picking a saved one fills the form, and Enter saves it", async () => {
    const { service } = await openDialog();
    await row("Lunch").click();
    await expect.element(name()).toHaveValue("Lunch");
    await expect.element(duration()).toHaveValue("1 hour");
    await expect.element(row("Lunch")).toHaveAttribute("aria-pressed", "true");
    await name().click();
    await userEvent.keyboard("{Enter}");
    await expect.poll(() => service.requestsTo("PUT /user/status")).toHaveLength(1);
    expect(bodies(service.requestsTo("PUT /user/status"))).toMatchObject([{ status_id: 3 }]);
  });

  test("a custom duration takes a date and a time", async () => {
    const { service } = await openDialog();
    await name().fill("Away");
    await duration().click();
    await page.getByRole("option", { name: "Custom" }).click();
    await expect.element(page.getByRole("combobox", { name: "Time" })).toHaveValue("04:30 AM");
    await page.getByRole("combobox", { name: "Time" }).click();
    await page.getByRole("option", { name: "05:15 AM" }).click();
    await save().click();
    await says("Status updated successfully.");
    expect(bodies(service.requestsTo("POST /user/status"))).toMatchObject([
      {
        status: {
          default_duration: "custom",
          expires_at: Date.parse("2030-01-07T10:15:00Z") / 1000,
        },
      },
    ]);
  });

  test("another emoji can be picked", async () => {
    const { service } = await openDialog();
    await name().fill("Away");
    await page.getByRole("button", { name: "Pick your emoji..." }).click();
    await page.getByRole("searchbox").fill("pizza");
    await page.getByRole("gridcell", { name: "pizza" }).first().click();
    await save().click();
    await says("Status updated successfully.");
    expect(bodies(service.requestsTo("POST /user/status"))).toMatchObject([{ status: { emoji: "🍕" } }]);
  });
});

describe("with a running status", () => {
  const profile = { user_status: running };

  test("shows what is left of it and offers only to clear it", async () => {
    const { clock } = await openDialog({ profile });
    await says("Clears in 25 minutes, at 04:25 AM");
    clock.advance(20 * 60_000);
    await says("Clears in 5 minutes, at 04:25 AM");
    await expect.element(page.getByRole("button", { name: "Clear Status" })).toBeVisible();
    await expect.element(save()).not.toBeInTheDocument();
    await expect.element(page.getByRole("button", { name: "Cancel" })).not.toBeInTheDocument();
  });

  test("'Clear Status' clears it", async () => {
    const { service, services, onClose } = await openDialog({ profile });
    await page.getByRole("button", { name: "Clear Status" }).click();
    await says("Status cleared successfully.");
    expect(bodies(service.requestsTo("PUT /user/status"))).toEqual([{ status_id: null }]);
    expect(services.status.state.getState().active).toBeNull();
    expect(onClose).toHaveBeenCalledOnce();
  });

  test("an emptied name clears it on Save", async () => {
    const { service } = await openDialog({ profile });
    await name().fill("");
    await save().click();
    await says("Status cleared successfully.");
    expect(bodies(service.requestsTo("PUT /user/status"))).toEqual([{ status_id: null }]);
  });

  test("when it ends meanwhile the form is empty", async () => {
    const { tell } = await openDialog({ profile });
    tell({ type: "STATUS_UPDATE", action: "status_removed", user_id: 1 });
    await expect.element(name()).toHaveValue("");
    await expect.element(save()).toBeDisabled();
  });
});

describe("saved statuses", () => {
  test("only personal ones can be removed, after a question", async () => {
    const { service } = await openDialog();
    await expect.element(page.getByRole("button", { name: "Remove Lunch" })).not.toBeInTheDocument();
    await page.getByRole("button", { name: "Remove Gym" }).click();
    await page.getByRole("button", { name: "Remove", exact: true }).click();
    await says("Status removed successfully.");
    expect(service.requestsTo("DELETE /user/status").map(({ query }) => query)).toEqual([{ status_id: "7" }]);
    await expect.element(page.getByRole("button", { name: "Remove Gym" })).not.toBeInTheDocument();
  });

  test("arrow keys walk through them", async () => {
    await openDialog();
    await row("Lunch").click();
    await userEvent.keyboard("{ArrowDown}");
    await expect.element(row("Gym")).toHaveFocus();
    await userEvent.keyboard("{ArrowDown}{Home}");
    await expect.element(row("Lunch")).toHaveFocus();
  });

  test("a list that does not load can be tried again", async () => {
    let isDown = true;
    await openDialog({
      prepare: (service) =>
        service.on("GET /user/statuses", () => (isDown ? "unreachable" : { result: [lunch] })),
    });
    await says("The saved statuses could not be loaded.");
    isDown = false;
    await page.getByRole("button", { name: "Try again" }).click();
    await expect.element(row("Lunch")).toBeVisible();
  });

  test("none yet says so", async () => {
    await openDialog({ statuses: [] });
    await says("Statuses you set are kept here.");
  });
});

test("Escape in the emoji picker closes the picker alone, and the next one asks before the text is lost", async () => {
  const { onClose } = await openDialog();
  await name().fill("At the dentist");
  await page.getByRole("button", { name: "Pick your emoji..." }).click();
  const search = page.getByRole("searchbox");
  await expect.element(search).toBeVisible();
  await userEvent.keyboard("{Escape}");
  await expect.element(search).not.toBeInTheDocument();
  await expect.element(name()).toHaveValue("At the dentist");
  await userEvent.keyboard("{Escape}");
  await page.getByRole("button", { name: "Keep editing" }).click();
  await expect.element(name()).toHaveValue("At the dentist");
  expect(onClose).not.toHaveBeenCalled();
});

test("a refusal leaves the dialog as it is", async () => {
  const { onClose } = await openDialog({
    prepare: (service) =>
      service.on("POST /user/status", () => refusal(400, "statuses.expiryPassed", "Passed")),
  });
  await name().fill("Away");
  await save().click();
  await says("Failed to update status.");
  await expect.element(name()).toHaveValue("Away");
  expect(onClose).not.toHaveBeenCalled();
});

test("a status that is set but cannot be read back is set", async () => {
  const { onClose } = await openDialog({
    prepare: (service) => service.on("GET /user/status", () => "unreachable"),
  });
  await name().fill("Away");
  await save().click();
  await says("Status updated successfully.");
  expect(onClose).toHaveBeenCalledOnce();
});

test.each(["light", "dark"] as const)("passes axe in %s", async (scheme) => {
  await openDialog({
    scheme,
    statuses: [lunch, { ...gym, name: "أنا في اجتماع طويل جدا مع الفريق كله حتى المساء" }],
  });
  await row("Lunch").click();
  await duration().click();
  await page.getByRole("option", { name: "Custom" }).click();
  await expect.element(page.getByRole("combobox", { name: "Time" })).toHaveValue("04:30 AM");
  await expectAccessible(document.body);
});
