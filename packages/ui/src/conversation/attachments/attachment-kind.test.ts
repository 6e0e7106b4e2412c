import { expect, test } from "vitest";
import { attachmentKind } from "./attachment-kind.ts";

test.each([
  ["image/png", "a.png", "image"],
  ["IMAGE/JPEG", "a.jpg", "image"],
  ["image/svg+xml", "a.svg", "file"],
  ["image/svg+xml;charset=utf-8", "a.png", "file"],
  ["application/vnd.openxmlformats-officedocument.spreadsheetml.sheet", "a", "excel"],
  ["application/octet-stream", "talk.pptx", "powerpoint"],
  ["application/zip", "a.zip", "file"],
])("[CONV15] %s called %s is shown as %s", (type, name, kind) => {
  expect(attachmentKind(type, name)).toBe(kind);
});
