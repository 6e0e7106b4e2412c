import { appendFileSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { JournalWriter, readFaxJournal } from "./fax-journal.ts";

let folder: string;
let file: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "journal-"));
  file = join(folder, "fax.tif");
  writeFileSync(file, "pages");
});

afterEach(() => rmSync(folder, { recursive: true, force: true }));

test("[FAX6] tells how far a fax came, also while it is on its way", async () => {
  const writer = new JournalWriter(file, 3);
  expect(await readFaxJournal(file)).toMatchObject({ firstPage: 3, lastPage: 2, unanswered: undefined });
  writer.asked(3);
  expect(await readFaxJournal(file)).toMatchObject({ lastPage: 2, unanswered: 3 });
  await writer.page(3, true, true);
  await writer.page(4, false, true);
  expect(await readFaxJournal(file)).toEqual({
    firstPage: 3,
    lastPage: 4,
    damaged: [4],
    unanswered: undefined,
    outcome: undefined,
  });
  await writer.close("done");
  expect(await readFaxJournal(file)).toMatchObject({ outcome: "done" });
});

test("[FAX6] a line that was cut is no line, and a file without a journal was never faxed", async () => {
  expect(await readFaxJournal(file)).toBeUndefined();
  const writer = new JournalWriter(file, 1);
  await writer.page(1, true, false);
  appendFileSync(`${file}.pages`, '{"type":"page","pa');
  expect(await readFaxJournal(file)).toMatchObject({ lastPage: 1 });
  await writer.close("failed");
});

test("[FAX6] a journal that cannot be written stops the fax before it begins", () => {
  expect(() => new JournalWriter(join(folder, "nowhere", "fax.tif"), 1)).toThrow("ENOENT");
});
