import { afterEach, describe, expect, test } from "vitest";
import { isTyping, letterOf, type ShellKey, shellKeyOf } from "./command-palette-keys.ts";

const press = {
  key: "",
  ctrlKey: false,
  metaKey: false,
  altKey: false,
  shiftKey: false,
  repeat: false,
  isComposing: false,
  defaultPrevented: false,
};

test.each<[string, Partial<typeof press>, boolean, ShellKey | undefined]>([
  ["Ctrl+K", { key: "k", ctrlKey: true }, false, "palette"],
  ["Cmd+K", { key: "k", metaKey: true }, false, "palette"],
  ["Ctrl+K with caps lock", { key: "K", ctrlKey: true }, false, "palette"],
  ["Ctrl+K while typing", { key: "k", ctrlKey: true }, true, "palette"],
  ["Ctrl+Shift+K", { key: "K", ctrlKey: true, shiftKey: true }, false, undefined],
  ["K", { key: "k" }, false, undefined],
  ["?", { key: "?", shiftKey: true }, false, "shortcuts"],
  ["? on a keyboard that needs no shift", { key: "?" }, false, "shortcuts"],
  ["? while typing", { key: "?", shiftKey: true }, true, undefined],
  ["Ctrl+?", { key: "?", ctrlKey: true }, false, undefined],
  ["a key that someone else used", { key: "?", defaultPrevented: true }, false, undefined],
  ["a key held down", { key: "k", ctrlKey: true, repeat: true }, false, undefined],
  ["a half-composed character", { key: "?", isComposing: true }, false, undefined],
])("%s", (_what, change, typing, key) => {
  expect(shellKeyOf({ ...press, ...change }, { typing })).toBe(key);
});

describe("typing is", () => {
  afterEach(() => document.body.replaceChildren());

  test.each([
    ['<input id="x" />', true],
    ['<input id="x" type="search" />', true],
    ['<input id="x" type="checkbox" />', false],
    ['<textarea id="x"></textarea>', true],
    ['<select id="x"></select>', true],
    ['<div contenteditable="true"><b id="x">word</b></div>', true],
    ['<div contenteditable="false"><b id="x">word</b></div>', false],
    ['<div role="textbox" tabindex="0" id="x"></div>', true],
    ['<button id="x">Go</button>', false],
    ['<main id="x"></main>', false],
  ])("%s: %s", (html, expected) => {
    document.body.innerHTML = html;
    expect(isTyping(document.getElementById("x"))).toBe(expected);
  });

  test("nothing without a target", () => {
    expect(isTyping(null)).toBe(false);
  });
});

test.each([
  ["a letter", { key: "a" }, "a"],
  ["a capital", { key: "A" }, "A"],
  ["a space", { key: " " }, " "],
  ["a letter outside the basic plane", { key: "𝒶" }, "𝒶"],
  ["a command", { key: "a", ctrlKey: true }, undefined],
  ["an arrow", { key: "ArrowDown" }, undefined],
  ["a dead key", { key: "Dead" }, undefined],
])("%s types %s", (_what, change, letter) => {
  expect(letterOf({ ...press, ...change })).toBe(letter);
});
