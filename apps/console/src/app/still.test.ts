import { expect, test } from "vitest";
import { markupOf } from "./still.ts";

function screenOf(html: string): Element {
  return Object.assign(document.createElement("div"), { innerHTML: html });
}

test("keeps what is seen, with its styles", () => {
  const html = '<nav class="rail"><a href="/calls" data-active="true" style="width: 71%;">Calls</a></nav>';
  expect(markupOf(screenOf(html))).toBe(html);
});

test("leaves out what would be found twice, sound, take the focus or be asked for again", () => {
  const screen = screenOf(
    '<label id="a" for="b">Name</label><input id="b" name="n" autofocus=""><img src="/photo?expires=1" alt="June">' +
      '<audio src="/ring.mp3"></audio>',
  );
  const before = screen.innerHTML;
  expect(markupOf(screen)).toBe('<label>Name</label><input><img alt="June">');
  expect(screen.innerHTML, "the screen itself stays as it is").toBe(before);
});

test("text of a user stays text", () => {
  const screen = document.createElement("div");
  screen.append(Object.assign(document.createElement("p"), { textContent: "<img onerror=alert(1)>" }));
  expect(screenOf(markupOf(screen)).querySelector("img")).toBeNull();
});
