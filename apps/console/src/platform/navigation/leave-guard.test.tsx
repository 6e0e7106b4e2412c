import type { ReactNode } from "react";
import { expect, test } from "vitest";
import { render } from "vitest-browser-react";
import { useLeaveGuard } from "./leave-guard.ts";

function Call({ isActive }: { readonly isActive: boolean }): ReactNode {
  useLeaveGuard(isActive);
  return null;
}

function leavingIsQuestioned(): boolean {
  const event = new Event("beforeunload", { cancelable: true });
  window.dispatchEvent(event);
  return event.defaultPrevented;
}

test("leaving the page is questioned while a call is active, and only then", async () => {
  const screen = await render(<Call isActive={false} />);
  expect(leavingIsQuestioned()).toBe(false);
  await screen.rerender(<Call isActive />);
  expect(leavingIsQuestioned()).toBe(true);
  await screen.unmount();
  expect(leavingIsQuestioned()).toBe(false);
});
