import { expect, test } from "vitest";
import { isInlineType, SNIFF_BYTES, sniffType } from "./object-store-types.ts";

const bytes = (text: string): Buffer => Buffer.from(text, "latin1");

test.each([
  ["image/png", "\x89PNG\r\n\x1a\n\0\0\0\rIHDR"],
  ["image/jpeg", "\xff\xd8\xff\xe0\0\x10JFIF"],
  ["image/gif", "GIF89a\x01\0"],
  ["image/webp", "RIFF\x10\0\0\0WEBPVP8 "],
  ["application/pdf", "%PDF-1.7\n%"],
  ["audio/mpeg", "ID3\x04\0"],
  ["audio/mpeg", "\xff\xfb\x90\x64\0"],
  ["audio/wav", "RIFF\x24\0\0\0WAVEfmt "],
  ["audio/ogg", "OggS\0\x02"],
  ["audio/mp4", "\0\0\0\x20ftypM4A \0"],
  ["video/mp4", "\0\0\0\x18ftypmp42\0"],
  ["video/webm", "\x1a\x45\xdf\xa3\x9f\x42\x86\x81\x01\x42\x82\x84webm"],
  ["text/vcard", "BEGIN:VCARD\r\nVERSION:3.0\r\n"],
  ["text/plain", "Hello, 1 < 2 and 3 > 2\n"],
  ["text/plain", "BEGIN:VCARDS are fun"],
])("%s by its first bytes", (type, content) => {
  expect(sniffType(bytes(content))).toBe(type);
});

test.each([
  ["a page", "<!DOCTYPE html><html></html>"],
  ["a page after blanks", " \n\t<html>"],
  ["a page after a byte order mark", Buffer.from("\ufeff<html>")],
  ["a drawing", '<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>'],
  ["a drawing behind its declaration", '<?xml version="1.0"?><svg/>'],
  ["markup further down", "hello\n<script>alert(1)</script>"],
  ["an executable", "\x7fELF\x02\x01\x01\0"],
  ["an archive", "PK\x03\x04\x14\0"],
  ["a RIFF of another kind", "RIFF\0\0\0\0AVI LIST"],
  ["a Matroska that is no WebM", "\x1a\x45\xdf\xa3\x9f\x42\x82\x88matroska"],
  ["a picture in an MP4 container", "\0\0\0\x1cftypheic\0"],
  ["text in two-byte letters", "\xff\xfeh\0i\0"],
  ["what is not UTF-8", "caf\xe9 cr\xe8me"],
  ["nothing", ""],
])("%s is only a download", (_what, content) => {
  const type = sniffType(typeof content === "string" ? bytes(content) : content);
  expect(type).toBe("application/octet-stream");
  expect(isInlineType(type)).toBe(false);
});

test("a letter cut in half by the end of the sample does not make a text binary", () => {
  const text = Buffer.from(`${"a".repeat(SNIFF_BYTES - 1)}é`);
  expect(sniffType(text)).toBe("text/plain");
});

test.each([
  "text/html",
  "image/svg+xml",
  "application/xhtml+xml",
  "text/xml",
  "text/vcard",
  "text/javascript",
])("%s is never shown in the page", (type) => {
  expect(isInlineType(type)).toBe(false);
});

test("pictures, sound, film, PDF and plain text are", () => {
  for (const type of ["image/png", "audio/wav", "video/mp4", "application/pdf", "text/plain"]) {
    expect(isInlineType(type)).toBe(true);
  }
});
