import { foldedWords } from "@offhook/search";
import fc from "fast-check";
import { expect, test, vi } from "vitest";
import { page } from "vitest/browser";
import { expectAccessibleInBothSchemes, renderThemed } from "../testing/render-themed.tsx";
import { emojiParts } from "./emoji-pattern.ts";
import { emojiSizeOf } from "./emoji-size.ts";
import { EmojiText } from "./emoji-text.tsx";
import { excerptOf } from "./excerpt.ts";
import { highlightParts } from "./highlight-parts.ts";
import { LinkedText } from "./linked-text.tsx";
import { SafeHtml } from "./safe-html.tsx";
import { SearchHighlight } from "./search-highlight.tsx";
import { textLinks } from "./text-links.ts";

const matchesOf = (text: string, query: string): string[] =>
  highlightParts(text, query)
    .filter((part) => part.isMatch)
    .map((part) => part.text);

test.each<[string, string, string[]]>([
  ["Schedule the schedule", "SCHED", ["Sched", "sched"]],
  ["the invoice of March", "march invoice", ["invoice", "March"]],
  ["a.b a*b", "a.b", ["a.b", "a*b"]],
  ["half-hour", "f-h", ["f-h"]],
  ["nothing", "", []],
  ["nothing", "   ", []],
  ["a* .*", ".* *", []],
  ["İstanbul istanbul", "istanbul", ["İstanbul", "istanbul"]],
  ["ÉCOLE école", "ecole", ["ÉCOLE", "école"]],
  ["Søren Sørensen", "sorensen", ["Sørensen"]],
  ["Groß und Gross", "gross", ["Groß", "Gross"]],
  ["ΣΊΣΥΦΟΣ", "σίσυφος", ["ΣΊΣΥΦΟΣ"]],
  ["cafe\u0301 cafe", "cafe", ["cafe\u0301", "cafe"]],
  ["O\u2019Brien", "obrien", ["O\u2019Brien"]],
  ["an Ana banana", "an", ["an", "An"]],
  ["Ana banana", "ana", ["Ana", "ana"]],
  ["陈美玲", "美玲", ["美玲"]],
  ["מַיָה לוי", "מיה", ["מַיָה"]],
  ["call (212) 555-0142 now", "2125550", ["212) 555-0"]],
  ["invoice from March", "invoice from:ana", ["invoice"]],
  ["the front door, the door front", '"front door"', ["front door"]],
])("[SEA1] in %o the query %o marks %j", (text, query, marks) => {
  expect(matchesOf(text, query)).toEqual(marks);
});

test("highlighting loses and invents nothing", () => {
  fc.assert(
    fc.property(fc.string({ unit: "binary" }), fc.string({ unit: "binary" }), (text, query) => {
      const parts = highlightParts(text, query);
      expect(parts.map((part) => part.text).join("")).toBe(text);
      expect(parts.every((part, index) => index === 0 || part.start > (parts[index - 1]?.start ?? -1))).toBe(
        true,
      );
    }),
  );
});

test("a word that stands in the text is marked", () => {
  fc.assert(
    fc.property(fc.stringMatching(/^[\p{L}]{1,8}$/u), (word) => {
      fc.pre(foldedWords(word).length > 0);
      expect(matchesOf(`» ${word} «`, word).join("")).not.toBe("");
    }),
  );
});

test("[SCR6] an excerpt begins where the words come into sight, and cuts no sign", () => {
  const long = `${"👩‍👧 before ".repeat(20)}Sørensen paid`;
  expect(excerptOf(long, "sorensen")).toMatch(/^…\S.*Sørensen paid$/);
  expect(excerptOf("short\ntext", "text")).toBe("short text");
});

test("highlights children deeply, but neither images nor code", async () => {
  const screen = await renderThemed(
    <SearchHighlight query="call">
      <p>
        Call <b>me, recall</b> <code>call()</code> <img alt="call" src="data:," />
        <LinkedText text="calling call@example.com" />
      </p>
      <pre>call</pre>
      <SafeHtml html="<i>CALLS</i> <code>call</code>" />
    </SearchHighlight>,
  );
  const marks = [...screen.container.querySelectorAll("mark")].map((mark) => mark.textContent);
  expect(marks).toEqual(["Call", "call", "call", "call", "CALL"]);
  expect(screen.container.querySelector("code mark, pre mark")).toBeNull();
});

test.each<[string, string[]]>([
  ["see offhook.example.com/a?b=1.", ["url https://offhook.example.com/a?b=1"]],
  ["http://example.org", ["url http://example.org"]],
  ["write to ana@harborlight.example, please", ["mail mailto:ana@harborlight.example"]],
  ["https://phones.harborlight.example/x", ["url https://phones.harborlight.example/x"]],
  ["@ana a@b me@.example", []],
  ["write to ana@example.com, please", ["mail mailto:ana@example.com"]],
  ["(212) 555-0110", ["phone tel:+12125550110"]],
  ["1-212-555-0110 or 212.555.0111", ["phone tel:+12125550110", "phone tel:+12125550111"]],
  ["+1 212 555 0110", ["phone tel:+12125550110"]],
  ["2125550110", ["phone tel:+12125550110"]],
  ["112-555-0110", []],
  ["21255501101", []],
  ["order 4111-212-555-0110", []],
  ["+442125550110", []],
  ["id2125550110", []],
  ["ftp://example.org javascript:alert(1)", []],
])("in %o the links are %j", (text, links) => {
  const found = textLinks(text).flatMap((part) =>
    part.kind === "text" ? [] : [`${part.kind} ${part.href}`],
  );
  expect(found).toEqual(links);
});

test("linking loses and invents nothing", () => {
  const word = fc.oneof(
    fc.string({ unit: "grapheme" }),
    fc.constantFrom(
      "(212) 555-0110",
      "example.com",
      "a@example.com",
      "https://x.example.org/?q=(1)",
      " ",
      "\n",
    ),
  );
  fc.assert(
    fc.property(fc.array(word), (words) => {
      const text = words.join("");
      expect(
        textLinks(text)
          .map((part) => part.text)
          .join(""),
      ).toBe(text);
    }),
  );
});

test("outside links open apart and cannot reach back", async () => {
  await renderThemed(<LinkedText text="https://example.org" />);
  const link = page.getByRole("link", { name: "https://example.org" });
  await expect.element(link).toHaveAttribute("target", "_blank");
  await expect.element(link).toHaveAttribute("rel", "noopener noreferrer");
});

test("a clicked number goes to the console when it wants it", async () => {
  const onPhone = vi.fn();
  await renderThemed(<LinkedText text="Ring (212) 555-0110 now" onPhone={onPhone} />);
  await page.getByRole("link", { name: "(212) 555-0110" }).click();
  expect(onPhone).toHaveBeenCalledExactlyOnceWith("+12125550110");
});

test.each<[string, string[]]>([
  ["no emoji, 100 % © ™ #1", []],
  ["hi 👋🏽!", ["👋🏽"]],
  ["👨‍👩‍👧‍👦🏳️‍🌈", ["👨‍👩‍👧‍👦", "🏳️‍🌈"]],
  ["🇺🇸🇬🇧", ["🇺🇸", "🇬🇧"]],
  ["🏴󠁧󠁢󠁥󠁮󠁧󠁿 1️⃣ ☎️ ☎", ["🏴󠁧󠁢󠁥󠁮󠁧󠁿", "1️⃣", "☎️"]],
  ["☝🏿❤️‍🔥🧑🏽‍🤝‍🧑🏻", ["☝🏿", "❤️‍🔥", "🧑🏽‍🤝‍🧑🏻"]],
])("in %o the emoji are %j", (text, emoji) => {
  expect(emojiParts(text).flatMap((part) => (part.isEmoji ? [part.text] : []))).toEqual(emoji);
});

test.each<[string, number | undefined, number]>([
  ["👍", undefined, 64],
  ["❤️", undefined, 64],
  ["👍👍", undefined, 24],
  ["ok 👍", undefined, 24],
  ["👍", 18, 18],
])("the emoji of %o (custom %o) measure %d px", (text, custom, pixels) => {
  expect(emojiSizeOf(text, custom)).toBe(pixels);
});

test("a lone emoji is big and drawn in the bundled font", async () => {
  await renderThemed(<EmojiText text="😀" />);
  const emoji = page.getByText("😀").element();
  expect(getComputedStyle(emoji).fontSize).toBe("64px");
  await vi.waitFor(
    () => {
      const loaded = [...document.fonts].filter((face) => face.status === "loaded");
      expect(loaded.map((face) => face.family.replaceAll('"', ""))).toEqual(["Noto Color Emoji"]);
    },
    { timeout: 10_000 },
  );
});

test("foreign markup is disarmed", async () => {
  const screen = await renderThemed(
    <SafeHtml
      html={
        '<p onclick="x()">Fine<script>x()</script><img src="https://x.example/p.png" onerror="x()"></p><a href="javascript:x()">bad</a><a href="https://example.org">good</a><iframe src="/"></iframe>'
      }
    />,
  );
  const html = screen.container.querySelector("div")?.innerHTML ?? "";
  expect(html).not.toMatch(/script|onclick|onerror|iframe/u);
  expect(html).toContain('<a href="https://example.org" target="_blank" rel="noopener noreferrer">good</a>');
});

test("passes axe", async () => {
  await expectAccessibleInBothSchemes(
    <SearchHighlight query="ring">
      <p>
        <LinkedText text={"Ring (212) 555-0110 or ana@example.com 👍\nhttps://example.org"} />
      </p>
      <SafeHtml html="<h2>Rings</h2><p>The <code>ring()</code> rings.</p>" />
    </SearchHighlight>,
  );
});
