import { expect, test } from "vitest";
import { contentSummary, readContent } from "./message-content.ts";
import { readMarks, wireContent, writeContent, writeMarks } from "./write-content.ts";

test.each([
  ["plain words", "plain words", []],
  ["a *bold* word", "a bold word", [{ start: 2, end: 6, kind: "bold" }]],
  ["2*3*4 and snake_case_name", "2*3*4 and snake_case_name", []],
  ["`a*b*c`", "a*b*c", [{ start: 0, end: 5, kind: "code" }]],
  [
    "*both _of_ them*",
    "both of them",
    [
      { start: 0, end: 12, kind: "bold" },
      { start: 5, end: 7, kind: "italic" },
    ],
  ],
  ["```\nconst a = 1;\nb();\n```", "const a = 1;\nb();", [{ start: 0, end: 17, kind: "code" }]],
])("[TEAM-C1] marks become formats: %s", (typed, text, spans) => {
  expect(readMarks(typed)).toEqual({ text, spans });
});

test.each(["a *bold* word", "*both _of_ them*", "```\none\ntwo\n```", "~gone~ and `code`", "🎉 *yes* 🎉"])(
  "[TEAM-C2] what was typed can be changed again: %s",
  (typed) => {
    const { content } = writeContent({ typed });
    expect(writeMarks(readContent(content))).toBe(typed);
  },
);

test("[TEAM-C3] places are counted in characters as people see them", () => {
  const { content } = writeContent({ typed: "👨‍👩‍👧 *hi*" });
  expect(content).toEqual({ txt: "👨‍👩‍👧 hi", fmt: [{ at: 2, len: 2, tp: "ST" }] });
  expect(readContent(content).spans).toEqual([{ start: 9, end: 11, kind: "bold", value: undefined }]);
});

test("[TEAM-C4] chosen names are mentions, longer ones first, and never in code", () => {
  const mentions = [
    { user: "usrA", name: "Ana" },
    { user: "usrB", name: "Ana Reyes" },
  ];
  const { content, mentions: named } = writeContent({ typed: "@Ana Reyes and @Ana, `@Ana`", mentions });
  expect(named).toEqual(["usrB", "usrA"]);
  const { text, spans } = readContent(content);
  const shown = spans
    .filter(({ kind }) => kind === "mention")
    .map(({ start, end, value }) => [text.slice(start, end), value]);
  expect(shown).toEqual([
    ["@Ana Reyes", "usrB"],
    ["@Ana", "usrA"],
  ]);
});

test("[TEAM-C5] files travel with the message and come back as they were", () => {
  const attachments = [
    {
      name: "plan.pdf",
      path: "/v0/file/s/a.pdf",
      size: 12,
      type: "application/pdf",
      kind: "pdf" as const,
      width: undefined,
      height: undefined,
      duration: undefined,
    },
  ];
  const { content, isDrafty } = wireContent({ text: "", spans: [], attachments });
  expect(isDrafty).toBe(true);
  expect(readContent(JSON.parse(JSON.stringify(content))).attachments).toEqual(attachments);
});

test("[TEAM-C7] a message without words is told by what it carries", () => {
  const one = readContent({ ent: [{ tp: "EX", data: { ref: "/a", name: "a.zip" } }] });
  expect(contentSummary(one)).toBe("Shared a file");
  const two = { ...one, attachments: [...one.attachments, ...one.attachments] };
  expect(contentSummary(two)).toBe("Shared multiple files");
  expect(contentSummary(readContent("two\n  lines"))).toBe("two lines");
});
