import { Loader, Skeleton } from "@mantine/core";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { page } from "vitest/browser";
import { render } from "vitest-browser-react";
import { VirtualList } from "../lists/virtual-list.tsx";
import { OffhookTheme } from "../theme/offhook-theme.tsx";
import { ListSkeleton } from "./list-skeleton.tsx";

beforeEach(() => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
});
afterEach(() => {
  vi.useRealTimers();
});

const list = (items: readonly string[]) => (
  <OffhookTheme theme="light" background="aquaHaze">
    <div style={{ height: 400, width: 300 }}>
      <VirtualList
        items={items}
        keyOf={(item) => item}
        label="People"
        rowHeight={40}
        status={items.length > 0 ? "ready" : "loading"}
        emptySlot="Nobody"
        loadingSlot={<p>Skeleton</p>}
        renderRow={(item) => item}
        onOpen={() => {}}
      />
    </div>
  </OffhookTheme>
);

const skeleton = () => page.getByText("Skeleton");

test("[LOAD1] what comes within 200 ms is shown at once", async () => {
  const screen = await render(list([]));
  vi.advanceTimersByTime(190);
  await screen.rerender(list(["Maya"]));
  await expect.element(page.getByText("Maya")).toBeVisible();
  expect(skeleton().query()).toBeNull();
});

test("[LOAD1] a skeleton that has appeared stays for 200 ms, then makes room", async () => {
  const screen = await render(list([]));
  vi.advanceTimersByTime(210);
  await expect.element(skeleton()).toBeVisible();
  await screen.rerender(list(["Maya"]));
  vi.advanceTimersByTime(150);
  await expect.element(skeleton()).toBeVisible();
  expect(page.getByText("Maya").query()).toBeNull();
  vi.advanceTimersByTime(60);
  await expect.element(page.getByText("Maya")).toBeVisible();
  expect(skeleton().query()).toBeNull();
});

test("[LOAD1] a wait that is longer than that ends when it ends", async () => {
  const screen = await render(list([]));
  vi.advanceTimersByTime(200);
  await expect.element(skeleton()).toBeVisible();
  vi.advanceTimersByTime(500);
  await screen.rerender(list(["Maya"]));
  await expect.element(page.getByText("Maya")).toBeVisible();
});

test.each([
  ["a skeleton of a list", <ListSkeleton key="list" />],
  ["any other skeleton", <Skeleton key="skeleton" height={20} />],
  ["a spinner", <Loader key="spinner" />],
])("[LOAD1] %s is not seen before that", async (_what, element) => {
  const { container } = await render(
    <OffhookTheme theme="light" background="aquaHaze">
      <div data-shape>{element}</div>
    </OffhookTheme>,
  );
  const shape = container.querySelector("[data-shape]")!.firstElementChild!;
  const [appear] = shape.getAnimations();
  appear!.pause();
  appear!.currentTime = 190;
  expect(getComputedStyle(shape).visibility).toBe("hidden");
  appear!.currentTime = 210;
  expect(getComputedStyle(shape).visibility).toBe("visible");
});
