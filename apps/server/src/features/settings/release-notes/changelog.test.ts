import { expect, test } from "vitest";
import { parseChangelog } from "./changelog.ts";

const CHANGELOG = `# Changelog

What changed.

## Unreleased

- Not yet.

## [0.2.0] - 2026-11-15

### Added

- Statuses with an end,
  also over **midnight**.
- \`npm start\` & more, see [the page](https://offhook.example/a).

### Fixed

- No <script>alert(1)</script>, no [link](javascript:alert(1)).

## 0.1.0

- Sign in.
`;

test("finds each release with its date and sections", () => {
  const releases = parseChangelog(CHANGELOG);
  expect(releases.map(({ version, date }) => [version, date])).toEqual([
    ["Unreleased", null],
    ["0.2.0", "2026-11-15"],
    ["0.1.0", null],
  ]);
  expect(releases[1]?.sections.map(({ title, items }) => [title, items.length])).toEqual([
    ["Added", 2],
    ["Fixed", 1],
  ]);
  expect(releases[2]?.sections).toEqual([{ title: "", items: ["Sign in."] }]);
});

test("an item that goes on in the next line is one item", () => {
  expect(parseChangelog(CHANGELOG)[1]?.sections[0]?.items[0]).toBe(
    "Statuses with an end, also over **midnight**.",
  );
});

test("as HTML it has emphasis, code and https links, and nothing that runs", () => {
  const html = parseChangelog(CHANGELOG)[1]?.html ?? "";
  expect(html).toContain("<strong>midnight</strong>");
  expect(html).toContain("<code>npm start</code> &#38; more");
  expect(html).toContain('<a href="https://offhook.example/a" rel="noreferrer" target="_blank">the page</a>');
  expect(html).not.toContain("<script>");
  expect(html).not.toContain('href="javascript');
});

test.each(["", "# Changelog", "no headings at all\n- item"])("%j has no releases", (markdown) => {
  expect(parseChangelog(markdown)).toEqual([]);
});
