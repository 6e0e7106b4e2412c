import { Phone } from "lucide-react";
import { expect, test, vi } from "vitest";
import { page } from "vitest/browser";
import { expectAccessibleInBothSchemes, renderThemed } from "../testing/render-themed.tsx";
import { Banner } from "./banner.tsx";
import { EmptyState } from "./empty-state.tsx";
import { ListSkeleton } from "./list-skeleton.tsx";
import { LoadError } from "./load-error.tsx";
import { badgeText, UnreadBadge } from "./unread-badge.tsx";

test.each([
  [-1, ""],
  [0, ""],
  [1, "1"],
  [9, "9"],
  [10, "9+"],
  [4000, "9+"],
])("%d unread reads %o", (count, text) => {
  expect(badgeText(count)).toBe(text);
});

test("a badge of nothing is not there", async () => {
  const screen = await renderThemed(<UnreadBadge count={0} />);
  expect(screen.container.querySelector("[data-numeric]")).toBeNull();
});

test("a capped badge still tells the true number", async () => {
  await renderThemed(<UnreadBadge count={23} label="unread messages" />);
  await expect.element(page.getByRole("img", { name: "23 unread messages" })).toHaveTextContent("9+");
});

test("an empty list offers its one action", async () => {
  const onClick = vi.fn();
  await renderThemed(
    <EmptyState icon={Phone} action={{ label: "Place a call", onClick }}>
      No calls yet.
    </EmptyState>,
  );
  await page.getByRole("button", { name: "Place a call" }).click();
  expect(onClick).toHaveBeenCalledOnce();
});

test("a failed load says so and can be tried again, but not twice at once", async () => {
  const onRetry = vi.fn();
  const screen = await renderThemed(<LoadError onRetry={onRetry}>Calls could not be loaded.</LoadError>);
  await expect.element(page.getByRole("alert")).toHaveTextContent("Calls could not be loaded.");
  await page.getByRole("button", { name: "Try again" }).click();
  expect(onRetry).toHaveBeenCalledOnce();
  await screen.unmount();
  await renderThemed(
    <LoadError onRetry={onRetry} isRetrying>
      Calls could not be loaded.
    </LoadError>,
  );
  await expect.element(page.getByRole("button", { name: "Try again" })).toBeDisabled();
});

test("a skeleton has as many rows as asked for, in their height", async () => {
  const screen = await renderThemed(<ListSkeleton rows={5} rowHeight={48} label="Loading calls" />);
  // It waits before it appears.
  await expect.element(page.getByRole("status", { name: "Loading calls" })).toBeVisible();
  const status = page.getByRole("status", { name: "Loading calls" }).element();
  expect(status.children).toHaveLength(5);
  expect(status.getBoundingClientRect().height).toBe(240);
  await screen.unmount();
});

test("a banner's action runs once and stops while busy", async () => {
  const onClick = vi.fn();
  const screen = await renderThemed(
    <Banner tone="alert" action={{ label: "Turn off", onClick }}>
      Do Not Disturb is on. Calls go to voicemail.
    </Banner>,
  );
  await page.getByRole("button", { name: "Turn off" }).click();
  expect(onClick).toHaveBeenCalledOnce();
  await screen.unmount();
  await renderThemed(
    <Banner tone="alert" action={{ label: "Turn off", onClick, isBusy: true }}>
      Do Not Disturb is on. Calls go to voicemail.
    </Banner>,
  );
  await expect.element(page.getByRole("button", { name: "Turn off" })).toBeDisabled();
});

test("passes axe", async () => {
  await expectAccessibleInBothSchemes(
    <>
      <Banner tone="alert" icon={Phone} action={{ label: "Turn off", onClick: () => {} }}>
        Do Not Disturb
      </Banner>
      <Banner tone="network">Network offline</Banner>
      <Banner tone="quiet" action={{ label: "Reset", onClick: () => {} }}>
        Demo data
      </Banner>
      <UnreadBadge count={12} />
      <EmptyState icon={Phone} action={{ label: "Call", onClick: () => {} }}>
        No calls yet.
      </EmptyState>
      <LoadError onRetry={() => {}}>It failed.</LoadError>
      <ListSkeleton rows={3} />
    </>,
  );
});
