import { expect, test, vi } from "vitest";
import { page } from "vitest/browser";
import { aProfile } from "../../../testing/builders.ts";
import { renderSignedIn } from "../../../testing/render-signed-in.tsx";
import { LineChangesHost } from "./line-changes-host.tsx";

const profile = { sms_lines: [{ sms_line: "12125550110", sms_linename: "Scheduling" }] };

test("[LINE1] a line that is taken away is told in a dialog, which leads to the settings", async () => {
  const onOpenSettings = vi.fn();
  const { session } = await renderSignedIn(<LineChangesHost onOpenSettings={onOpenSettings} />, { profile });
  session.state.setUser(aProfile({ sms_lines: [] }));
  const dialog = page.getByRole("dialog", { name: "Active lines changed" });
  await expect.element(dialog).toHaveTextContent("No longer yours: Scheduling (texts).");
  await page.getByRole("checkbox", { name: "Do not show again" }).click();
  await expect.element(page.getByRole("button", { name: "Open settings" })).not.toBeInTheDocument();
  await page.getByRole("checkbox", { name: "Do not show again" }).click();
  await page.getByRole("button", { name: "Open settings" }).click();
  await expect.poll(() => onOpenSettings.mock.calls.length).toBe(1);
});

test("[LINE1] whoever wants no dialog is told all the same", async () => {
  const { session } = await renderSignedIn(<LineChangesHost onOpenSettings={() => {}} />, {
    profile,
    prepare: (_service, { store }) => store.set("doNotShow", '{"activeLinesChanged":true}'),
  });
  session.state.setUser(aProfile({ sms_lines: [] }));
  await expect.element(page.getByText("No longer yours: Scheduling (texts).")).toBeVisible();
  expect(page.getByRole("dialog").elements()).toEqual([]);
});

test("what keeps calls away is kept in the browser, for as long as the user is here", async () => {
  const { store, services } = await renderSignedIn(null, { phone: { dnd: "1" } });
  await expect.poll(() => store.get("dnd")).toBe("true");
  expect(store.get("disableCalls")).toBe("false");
  services.settings.change({ disableCalls: true });
  expect(store.get("disableCalls")).toBe("true");
  services.stop();
  expect([store.get("dnd"), store.get("disableCalls")]).toEqual([null, null]);
});
