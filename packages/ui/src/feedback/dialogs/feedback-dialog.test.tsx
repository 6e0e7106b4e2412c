import { expect, test, vi } from "vitest";
import { page, userEvent } from "vitest/browser";
import { expectAccessibleInBothSchemes, renderThemed } from "../../testing/render-themed.tsx";
import { ConfirmProvider } from "./confirm.tsx";
import { FeedbackDialog, type FeedbackDialogProps } from "./feedback-dialog.tsx";

const dialog = (props: Partial<FeedbackDialogProps>) => (
  <ConfirmProvider doNotShow={{ has: () => false, remember: () => {} }}>
    <FeedbackDialog mode="idea" isOpen onSubmit={() => {}} onClose={() => {}} {...props} />
  </ConfirmProvider>
);
const submit = () => page.getByRole("button", { name: "SUBMIT", exact: true });

test("an idea needs words, and blanks are none", async () => {
  const onSubmit = vi.fn();
  await renderThemed(dialog({ onSubmit }));
  await expect.element(page.getByRole("dialog", { name: "Share your idea" })).toBeVisible();
  expect(page.getByRole("checkbox").elements()).toHaveLength(0);
  await expect.element(submit()).toBeDisabled();
  await userEvent.fill(page.getByRole("textbox"), "   ");
  await expect.element(submit()).toBeDisabled();
  await userEvent.fill(page.getByRole("textbox"), " A wallboard \n");
  await submit().click();
  expect(onSubmit).toHaveBeenCalledExactlyOnceWith({
    type: "idea",
    message: "A wallboard",
    attachLogs: false,
  });
});

test("an issue may be empty and carries its logs", async () => {
  const onSubmit = vi.fn();
  await renderThemed(dialog({ mode: "issue", onSubmit }));
  await expect.element(page.getByRole("dialog", { name: "Report Issue" })).toBeVisible();
  await expect.element(page.getByText(/from and to numbers and the exact time/u)).toBeVisible();
  await submit().click();
  expect(onSubmit).toHaveBeenLastCalledWith({ type: "issue", message: "", attachLogs: true });
  await page.getByRole("checkbox", { name: "Attach logs" }).click();
  await submit().click();
  expect(onSubmit).toHaveBeenLastCalledWith({ type: "issue", message: "", attachLogs: false });
});

test("a failed send keeps the text and says why", async () => {
  const screen = await renderThemed(dialog({ mode: "issue", error: "Failed to send feedback" }));
  await userEvent.fill(page.getByRole("textbox"), "No sound");
  await expect.element(page.getByRole("alert")).toHaveTextContent("Failed to send feedback");
  await expect.element(page.getByRole("textbox")).toHaveValue("No sound");
  await screen.unmount();
});

test("cannot be sent twice", async () => {
  await renderThemed(dialog({ mode: "issue", isSending: true }));
  await expect.element(submit()).toBeDisabled();
});

test("Escape closes", async () => {
  const onClose = vi.fn();
  await renderThemed(dialog({ onClose }));
  await expect.element(page.getByRole("dialog")).toBeVisible();
  await userEvent.keyboard("{Escape}");
  expect(onClose).toHaveBeenCalledOnce();
});

test.each(["idea", "issue"] as const)("%s passes axe", async (mode) => {
  await expectAccessibleInBothSchemes(dialog({ mode, error: "Failed to send feedback" }), async () => {
    await expect.element(page.getByRole("dialog")).toBeVisible();
  });
});
