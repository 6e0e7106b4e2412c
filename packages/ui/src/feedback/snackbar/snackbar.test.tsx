import type { Clock } from "@offhook/kernel";
import type { ReactNode } from "react";
import { beforeEach, expect, test, vi } from "vitest";
import { page } from "vitest/browser";
import { expectAccessibleInBothSchemes, renderThemed } from "../../testing/render-themed.tsx";
import { Countdown } from "./countdown.ts";
import { type Snackbar, SnackbarProvider, useSnackbar } from "./snackbar.tsx";
import { type Snack, type SnackbarEvent, type SnackbarState, stepSnackbar } from "./snackbar-queue.ts";

class HandClock implements Clock {
  #now = 0;
  #timers: { at: number; task: () => void }[] = [];
  now(): number {
    return this.#now;
  }
  schedule(delayMs: number, task: () => void): () => void {
    const timer = { at: this.#now + delayMs, task };
    this.#timers.push(timer);
    return () => {
      this.#timers = this.#timers.filter((each) => each !== timer);
    };
  }
  advance(ms: number): void {
    this.#now += ms;
    const due = this.#timers.filter((timer) => timer.at <= this.#now);
    this.#timers = this.#timers.filter((timer) => timer.at > this.#now);
    for (const timer of due) timer.task();
  }
}

const snack = (id: number, message: string, extra: Partial<Snack> = {}): Snack => ({
  id,
  message,
  tone: "plain",
  durationMs: 3000,
  ...extra,
});
const one = snack(1, "Saved");
const two = snack(2, "Sent");
const undo = { label: "Undo", onClick: () => {} };

test.each<[string, SnackbarState, SnackbarEvent, SnackbarState]>([
  ["the first is shown", [], { type: "announced", snack: one }, [one]],
  ["the next waits", [one], { type: "announced", snack: two }, [one, two]],
  ["the same words again are said once", [one], { type: "announced", snack: snack(3, "Saved") }, [one]],
  [
    "the same words in another tone are said",
    [one],
    { type: "announced", snack: snack(3, "Saved", { tone: "error" }) },
    [one, snack(3, "Saved", { tone: "error" })],
  ],
  [
    "two undos stay two",
    [snack(1, "Deleted", { action: undo })],
    { type: "announced", snack: snack(2, "Deleted", { action: undo }) },
    [snack(1, "Deleted", { action: undo }), snack(2, "Deleted", { action: undo })],
  ],
  ["an end lets the next come", [one, two], { type: "ended", id: 1 }, [two]],
  ["an end that comes late changes nothing", [two], { type: "ended", id: 1 }, [two]],
])("%s", (_rule, before, event, after) => {
  expect(stepSnackbar(before, event)).toEqual(after);
});

test("a paused countdown keeps what was left", () => {
  const clock = new HandClock();
  const onEnd = vi.fn();
  const countdown = new Countdown(clock, 3000, onEnd);
  countdown.run();
  countdown.run();
  clock.advance(2000);
  countdown.pause();
  countdown.pause();
  clock.advance(60_000);
  expect(onEnd).not.toHaveBeenCalled();
  countdown.run();
  clock.advance(999);
  expect(onEnd).not.toHaveBeenCalled();
  clock.advance(1);
  expect(onEnd).toHaveBeenCalledOnce();
});

let clock: HandClock;
let snackbar: Snackbar;

beforeEach(() => {
  clock = new HandClock();
});

function Page(): ReactNode {
  snackbar = useSnackbar();
  return <button type="button">Elsewhere</button>;
}

const shell = () => (
  <SnackbarProvider clock={clock}>
    <Page />
  </SnackbarProvider>
);

async function show(): Promise<void> {
  await renderThemed(shell());
  // The pointer rests where the last test left it, and a snack that rises under it would stand still.
  await page.getByRole("button", { name: "Elsewhere" }).hover();
}

test("hides after 3000 ms and shows the next", async () => {
  await show();
  snackbar.show("Saved");
  snackbar.show("Sent");
  await expect.element(page.getByText("Saved")).toBeVisible();
  expect(page.getByText("Sent").elements()).toHaveLength(0);
  clock.advance(2999);
  await expect.element(page.getByText("Saved")).toBeVisible();
  clock.advance(1);
  await expect.element(page.getByText("Sent")).toBeVisible();
  clock.advance(3000);
  await expect.element(page.getByText("Sent")).not.toBeInTheDocument();
});

test("closes at once by its button", async () => {
  const onEnd = vi.fn();
  await show();
  snackbar.show("Saved", { onEnd });
  await page.getByRole("button", { name: "Close" }).click();
  await expect.element(page.getByText("Saved")).not.toBeInTheDocument();
  expect(onEnd).toHaveBeenCalledExactlyOnceWith("dismissed");
});

test("Undo undoes once and takes the message away", async () => {
  const onUndo = vi.fn();
  const onEnd = vi.fn();
  await show();
  snackbar.show("Contact deleted", { onUndo, onEnd });
  await page.getByRole("button", { name: "Undo" }).click();
  await expect.element(page.getByText("Contact deleted")).not.toBeInTheDocument();
  expect(onUndo).toHaveBeenCalledOnce();
  expect(onEnd).toHaveBeenCalledExactlyOnceWith("actionTaken");
});

test("tells the caller when the time for an undo has run out", async () => {
  const onEnd = vi.fn();
  await show();
  snackbar.show("Contact deleted", { onUndo: () => {}, onEnd });
  await expect.element(page.getByText("Contact deleted")).toBeVisible();
  clock.advance(3000);
  expect(onEnd).toHaveBeenCalledExactlyOnceWith("timedOut");
});

test("stays while the pointer is on it", async () => {
  await show();
  snackbar.show("Saved");
  await page.getByText("Saved").hover();
  clock.advance(10_000);
  await expect.element(page.getByText("Saved")).toBeVisible();
  await page.getByRole("button", { name: "Elsewhere" }).hover();
  clock.advance(3000);
  await expect.element(page.getByText("Saved")).not.toBeInTheDocument();
});

test("stays while the focus is in it", async () => {
  await show();
  snackbar.show("Deleted", { onUndo: () => {} });
  await expect.element(page.getByText("Deleted")).toBeVisible();
  (page.getByRole("button", { name: "Undo" }).element() as HTMLElement).focus();
  clock.advance(10_000);
  (page.getByRole("button", { name: "Close" }).element() as HTMLElement).focus();
  clock.advance(10_000);
  await expect.element(page.getByText("Deleted")).toBeVisible();
  (page.getByRole("button", { name: "Elsewhere" }).element() as HTMLElement).focus();
  clock.advance(3000);
  await expect.element(page.getByText("Deleted")).not.toBeInTheDocument();
});

test("errors interrupt, the rest waits politely", async () => {
  await show();
  snackbar.show("Server error", { tone: "error" });
  await expect.element(page.getByRole("alert")).toHaveTextContent("Server error");
  clock.advance(3000);
  snackbar.show("Saved", { tone: "success" });
  await expect.element(page.getByRole("status")).toHaveTextContent("Saved");
});

test("lies above what is worked with at the lower edge, and not above what is beside or hidden", async () => {
  await renderThemed(
    <>
      {shell()}
      <div data-keep-clear style={{ position: "fixed", bottom: 0, left: 0, width: "100%", height: 60 }} />
      <div data-keep-clear style={{ position: "fixed", bottom: 60, left: 0, width: "100%", height: 50 }} />
      <div data-keep-clear style={{ position: "fixed", inset: "0 auto 0 0", width: 80 }} />
      <div data-keep-clear style={{ display: "none" }} />
    </>,
  );
  snackbar.show("Saved");
  const below = (): number => {
    const bar = page.getByText("Saved").element().parentElement;
    return window.innerHeight - (bar?.getBoundingClientRect().bottom ?? 0);
  };
  await expect.poll(below).toBe(110 + 12);
});

test.each(["plain", "success", "error"] as const)("%s passes axe", async (tone) => {
  await expectAccessibleInBothSchemes(shell(), async () => {
    snackbar.show("Contact deleted", { tone, onUndo: () => {} });
    await expect.element(page.getByText("Contact deleted")).toBeVisible();
  });
});
