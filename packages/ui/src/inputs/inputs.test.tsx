import { type ReactNode, useState } from "react";
import { expect, test, vi } from "vitest";
import { page, userEvent } from "vitest/browser";
import { expectAccessibleInBothSchemes, renderThemed } from "../testing/render-themed.tsx";
import { Kbd } from "./kbd.tsx";
import { LevelMeter } from "./level-meter.tsx";
import { type KeyPress, shortcutKeys, shortcutOf } from "./shortcut.ts";
import { ShortcutRecorder, type ShortcutRecorderProps } from "./shortcut-recorder.tsx";

const press = (key: string, extra: Partial<KeyPress> = {}): KeyPress => ({
  key,
  code: "",
  ctrlKey: false,
  altKey: false,
  shiftKey: false,
  metaKey: false,
  ...extra,
});

test.each<[string, KeyPress, string | undefined]>([
  ["a letter", press("t", { code: "KeyT" }), "T"],
  ["with Ctrl", press("h", { code: "KeyH", ctrlKey: true }), "Ctrl+H"],
  ["with Command and Shift", press("a", { code: "KeyA", metaKey: true, shiftKey: true }), "Shift+Meta+A"],
  [
    "all of them",
    press("x", { code: "KeyX", ctrlKey: true, altKey: true, shiftKey: true, metaKey: true }),
    "Ctrl+Alt+Shift+Meta+X",
  ],
  ["the physical key where Option types another sign", press("˙", { code: "KeyH", altKey: true }), "Alt+H"],
  ["a digit with Shift", press("!", { code: "Digit1", shiftKey: true }), "Shift+1"],
  ["a plus, which also joins", press("+", { code: "NumpadAdd", ctrlKey: true }), "Ctrl+Plus"],
  ["space", press(" ", { code: "Space" }), "Space"],
  ["an arrow", press("ArrowUp", { code: "ArrowUp", altKey: true }), "Alt+Up"],
  ["a function key", press("F5", { code: "F5" }), "F5"],
  ["a letter of another script", press("й", { code: "KeyQ" }), "Q"],
  ["only a modifier", press("Control", { code: "ControlLeft", ctrlKey: true }), undefined],
  ["only Command", press("Meta", { code: "MetaLeft", metaKey: true }), undefined],
])("%s", (_what, keys, shortcut) => {
  expect(shortcutOf(keys)).toBe(shortcut);
});

test.each([
  ["Mod+K", "windows", ["Ctrl", "K"], "Ctrl K"],
  ["Mod+K", "macOS", ["⌘", "K"], "Command K"],
  ["Ctrl+Shift+A", "macOS", ["⌃", "⇧", "A"], "Ctrl Shift A"],
  ["Meta+Plus", "windows", ["Win", "+"], "Windows Plus"],
  ["?", "windows", ["?"], "?"],
] as const)("%s on %s", (shortcut, platform, keys, words) => {
  const caps = shortcutKeys(shortcut, platform);
  expect(caps.map((cap) => cap.sign)).toEqual(keys);
  expect(caps.map((cap) => cap.word).join(" ")).toBe(words);
});

function Host({ value = "Ctrl+H", onChange, ...props }: Partial<ShortcutRecorderProps>): ReactNode {
  const [shortcut, setShortcut] = useState(value);
  const change = (next: string): void => {
    setShortcut(next);
    onChange?.(next);
  };
  return <ShortcutRecorder label="Hold" value={shortcut} platform="windows" onChange={change} {...props} />;
}

const recorder = () => page.getByRole("button", { name: /^Hold /u });

test("records what is pressed, once", async () => {
  const onChange = vi.fn();
  await renderThemed(<Host onChange={onChange} />);
  await recorder().click();
  await expect.element(page.getByText("Press the keys…")).toBeVisible();
  await userEvent.keyboard("{Control>}{Shift>}j{/Shift}{/Control}");
  expect(onChange).toHaveBeenCalledExactlyOnceWith("Ctrl+Shift+J");
  await expect.element(page.getByRole("button", { name: "Hold Ctrl Shift J" })).toBeVisible();
  await userEvent.keyboard("k");
  expect(onChange).toHaveBeenCalledOnce();
});

test("Escape leaves the shortcut as it was and reaches nobody else", async () => {
  const onChange = vi.fn();
  const outside = vi.fn();
  window.addEventListener("keydown", outside);
  await renderThemed(<Host onChange={onChange} />);
  await recorder().click();
  await userEvent.keyboard("{Escape}");
  window.removeEventListener("keydown", outside);
  await expect.element(page.getByRole("button", { name: "Hold Ctrl H" })).toBeVisible();
  expect(onChange).not.toHaveBeenCalled();
  expect(outside).not.toHaveBeenCalled();
});

test("Backspace takes it away, as does the cross", async () => {
  const onChange = vi.fn();
  const screen = await renderThemed(<Host onChange={onChange} />);
  await recorder().click();
  await userEvent.keyboard("{Backspace}");
  expect(onChange).toHaveBeenLastCalledWith("");
  await expect.element(page.getByText("None")).toBeVisible();
  await screen.unmount();
  await renderThemed(<Host onChange={onChange} />);
  await page.getByRole("button", { name: "Clear Hold" }).click();
  await expect.element(page.getByText("None")).toBeVisible();
});

test("leaving the field ends the recording", async () => {
  await renderThemed(<Host />);
  await recorder().click();
  await userEvent.tab();
  await expect.element(page.getByRole("button", { name: "Hold Ctrl H" })).toBeVisible();
});

test("a conflict is told", async () => {
  await renderThemed(<Host conflict="Already used by Transfer" />);
  await expect.element(page.getByText("Already used by Transfer")).toBeVisible();
});

test.each([
  [0, "0"],
  [0.42, "42"],
  [1, "100"],
  [7, "100"],
  [-1, "0"],
  [Number.NaN, "0"],
])("level %d is drawn as %s percent", async (level, percent) => {
  const screen = await renderThemed(<LevelMeter level={level} label="Microphone" />);
  await expect.element(page.getByRole("meter", { name: "Microphone" })).toHaveAttribute("value", percent);
  const cover = screen.container.querySelector<HTMLElement>("meter + div > div");
  expect(cover?.style.transform).toBe(`scaleX(${(100 - Number(percent)) / 100})`);
});

test("passes axe", async () => {
  await expectAccessibleInBothSchemes(
    <>
      <Host conflict="Already used by Transfer" description="While a call runs" />
      <Host value="" label="Transfer" />
      <Host value="Meta+Shift+E" platform="macOS" label="End" />
      <Kbd shortcut="Mod+K" platform="macOS" />
      <LevelMeter level={0.6} label="Microphone" />
    </>,
  );
});

test("passes axe while recording", async () => {
  await expectAccessibleInBothSchemes(<Host />, async () => {
    await recorder().click();
  });
});
