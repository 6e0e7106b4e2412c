import { type ReactNode, useState } from "react";
import { expect, test, vi } from "vitest";
import { page, userEvent } from "vitest/browser";
import { expectAccessibleInBothSchemes, renderThemed } from "../testing/render-themed.tsx";
import { SchedulePicker } from "./schedule-picker.tsx";
import { type StatusDuration, StatusDurationSelect, statusDurations } from "./status-duration-select.tsx";

const NEW_YORK = "America/New_York";
const now = Date.parse("2026-07-15T10:10:00-04:00");
const at = (text: string): number => Date.parse(text);

interface HostProps {
  readonly initial?: number;
  readonly present?: number;
  readonly onChange?: (instant: number) => void;
}

function Host({ initial, present = now, onChange }: HostProps): ReactNode {
  const [value, setValue] = useState(initial);
  const change = (instant: number): void => {
    setValue(instant);
    onChange?.(instant);
  };
  return <SchedulePicker value={value} onChange={change} timeZone={NEW_YORK} now={present} />;
}

const dateField = () => page.getByRole("button", { name: "Date" });
const timeField = () => page.getByRole("combobox", { name: "Time" });

test("the first time of today is chosen when none is given", async () => {
  const onChange = vi.fn();
  await renderThemed(<Host onChange={onChange} />);
  await expect.element(dateField()).toHaveTextContent("Today");
  await expect.element(timeField()).toHaveValue("10:30 AM");
  expect(onChange).toHaveBeenCalledExactlyOnceWith(at("2026-07-15T10:30:00-04:00"));
});

test("a given time is left alone, even between two steps", async () => {
  const onChange = vi.fn();
  await renderThemed(<Host initial={at("2026-07-16T09:07:00-04:00")} onChange={onChange} />);
  await expect.element(dateField()).toHaveTextContent("Tomorrow");
  await expect.element(timeField()).toHaveValue("09:07 AM");
  expect(onChange).not.toHaveBeenCalled();
});

test("late in the evening it begins tomorrow", async () => {
  await renderThemed(<Host present={at("2026-07-15T23:45:00-04:00")} />);
  await expect.element(dateField()).toHaveTextContent("Tomorrow");
  await expect.element(timeField()).toHaveValue("12:00 AM");
});

test("another day keeps the time of day and is named by its date", async () => {
  const onChange = vi.fn();
  await renderThemed(<Host initial={at("2026-07-15T15:00:00-04:00")} onChange={onChange} />);
  await dateField().click();
  await page.getByRole("button", { name: "20 July 2026" }).click();
  await expect.element(dateField()).toHaveTextContent("07/20/2026");
  expect(onChange).toHaveBeenCalledExactlyOnceWith(at("2026-07-20T15:00:00-04:00"));
});

test("days that are over cannot be chosen", async () => {
  await renderThemed(<Host initial={at("2026-07-15T15:00:00-04:00")} />);
  await dateField().click();
  await expect.element(page.getByRole("button", { name: "14 July 2026" })).toBeDisabled();
  await expect.element(page.getByRole("button", { name: "15 July 2026" })).toBeEnabled();
});

test("a time is found by typing and chosen with the keyboard", async () => {
  const onChange = vi.fn();
  await renderThemed(<Host initial={at("2026-07-15T15:00:00-04:00")} onChange={onChange} />);
  await userEvent.fill(timeField(), "04:35");
  await userEvent.keyboard("{ArrowDown}{Enter}");
  expect(onChange).toHaveBeenCalledExactlyOnceWith(at("2026-07-15T16:35:00-04:00"));
});

test("the last time on offer is 23:30", async () => {
  await renderThemed(<Host initial={at("2026-07-16T15:00:00-04:00")} />);
  await timeField().click();
  await expect.element(page.getByRole("option").last()).toHaveTextContent("11:30 PM");
  await expect.element(page.getByRole("option").first()).toHaveTextContent("12:00 AM");
});

function DurationHost({
  onChange,
}: {
  readonly onChange: (duration: StatusDuration, at?: number) => void;
}): ReactNode {
  const [chosen, setChosen] = useState<{ duration: StatusDuration; expiresAt: number | undefined }>({
    duration: "never",
    expiresAt: undefined,
  });
  return (
    <StatusDurationSelect
      {...chosen}
      timeZone={NEW_YORK}
      now={now}
      onChange={(duration, expiresAt) => {
        setChosen({ duration, expiresAt });
        onChange(duration, expiresAt);
      }}
    />
  );
}

test("a custom duration opens date and time and ends at what they say", async () => {
  const onChange = vi.fn();
  await renderThemed(<DurationHost onChange={onChange} />);
  const select = page.getByRole("combobox", { name: "Clear after" });
  await select.click();
  await expect.poll(() => page.getByRole("option").elements()).toHaveLength(statusDurations.length);
  await page.getByRole("option", { name: "Custom" }).click();
  await expect.element(timeField()).toHaveValue("10:30 AM");
  expect(onChange).toHaveBeenLastCalledWith("custom", at("2026-07-15T10:30:00-04:00"));
  await select.click();
  await page.getByRole("option", { name: "4 hours" }).click();
  expect(onChange).toHaveBeenLastCalledWith("4_hours", undefined);
  await expect.element(timeField()).not.toBeInTheDocument();
});

test("passes axe, closed", async () => {
  await expectAccessibleInBothSchemes(<Host initial={at("2026-07-16T15:00:00-04:00")} />);
});

test("passes axe with the calendar open", async () => {
  await expectAccessibleInBothSchemes(<Host initial={at("2026-07-16T15:00:00-04:00")} />, async () => {
    await dateField().click();
    await expect.element(page.getByRole("button", { name: "20 July 2026" })).toBeVisible();
  });
});

test("passes axe with the times open", async () => {
  await expectAccessibleInBothSchemes(<Host initial={at("2026-07-16T15:00:00-04:00")} />, async () => {
    await timeField().click();
    await expect.element(page.getByRole("option").first()).toBeVisible();
  });
});
