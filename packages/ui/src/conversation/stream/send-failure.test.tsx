import { expect, test, vi } from "vitest";
import { page } from "vitest/browser";
import { expectAccessibleInBothSchemes, renderThemed } from "../../testing/render-themed.tsx";
import { SendFailure } from "./send-failure.tsx";

test("[CONV13] what did not get through says why, and can be sent again or given up", async () => {
  const onRetry = vi.fn();
  const onDiscard = vi.fn();
  await renderThemed(
    <SendFailure onRetry={onRetry} onDiscard={onDiscard}>
      Not sent: the number does not exist
    </SendFailure>,
  );
  await expect.element(page.getByText("Not sent: the number does not exist")).toBeVisible();
  await page.getByRole("button", { name: "Send again" }).click();
  expect(onRetry).toHaveBeenCalledOnce();
  expect(onDiscard).not.toHaveBeenCalled();
  await page.getByRole("button", { name: "Discard" }).click();
  expect(onDiscard).toHaveBeenCalledOnce();
});

test("[CONV13] what the service has taken cannot be given up any more", async () => {
  await renderThemed(<SendFailure onRetry={() => {}}>Not delivered.</SendFailure>);
  await expect.element(page.getByRole("button", { name: "Send again" })).toBeVisible();
  await expect.element(page.getByRole("button", { name: "Discard" })).not.toBeInTheDocument();
});

test("[CONV13] a failure can be read in light and dark", async () => {
  await expectAccessibleInBothSchemes(
    <SendFailure onRetry={() => {}} onDiscard={() => {}}>
      Not sent
    </SendFailure>,
  );
});
