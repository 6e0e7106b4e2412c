import { expect, test } from "vitest";
import { version } from "../../../http/system/version.ts";
import { createReleaseNotesReader, readChangelog } from "./release-notes.ts";

const notes = createReleaseNotesReader("## 0.2.0\n- New\n## 0.1.0\n- Old\n", "0.2.0");

test.each([
  [undefined, "New"],
  ["0.1.0", "Old"],
  ["v0.1.0", "Old"],
])("version %s has the notes %s", (asked, item) => {
  expect(notes.find(asked).sections[0]?.items).toEqual([item]);
});

test("a version without notes is not found", () => {
  expect(() => notes.find("9.9.9")).toThrow(
    expect.objectContaining({ code: "settings.releaseNotesMissing" }),
  );
});

test("the repository's changelog speaks of the version that is running", () => {
  expect(createReleaseNotesReader(readChangelog(), version).find().sections).not.toEqual([]);
});
