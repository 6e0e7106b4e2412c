import { expect, test } from "vitest";
import { signFileUrl, verifyFileUrl } from "./object-store-urls.ts";

const secret = Buffer.alloc(32, 1);
const now = Date.UTC(2030, 0, 7, 9, 0, 30);
const validForMs = 60_000;
const sign = (path: string, at = now): string => signFileUrl({ path, secret, now: at, validForMs });

test("opens the file it was made for", () => {
  expect(verifyFileUrl(sign("/api/files/abc"), { secret, now })).toBe(true);
  expect(verifyFileUrl(sign("/api/files/abc?name=a%20b.pdf"), { secret, now })).toBe(true);
});

test("lives at least as long as promised and at most twice as long", () => {
  const url = sign("/api/files/abc");
  expect(verifyFileUrl(url, { secret, now: now + validForMs - 1 })).toBe(true);
  expect(verifyFileUrl(url, { secret, now: now + 2 * validForMs })).toBe(false);
});

test("stays the same for a while, so that browsers can cache", () => {
  expect(sign("/api/files/abc", now + 1_000)).toBe(sign("/api/files/abc"));
  expect(sign("/api/files/abc", now + validForMs)).not.toBe(sign("/api/files/abc"));
});

test.each<[string, (url: string) => string]>([
  ["another file", (url) => url.replace("abc", "abd")],
  ["another name", (url) => url.replace("name=x", "name=y")],
  ["a later end", (url) => url.replace(/expires=(\d)/, "expires=9$1")],
  ["a second end", (url) => url.replace("&signature", "&expires=9999999999999&signature")],
  ["another signature", (url) => url.replace(/.$/, (last) => (last === "A" ? "B" : "A"))],
  ["a shorter signature", (url) => url.slice(0, -1)],
  ["no signature", (url) => url.replace(/&signature.*/, "")],
  ["something after it", (url) => `${url}&download=1`],
  ["nothing at all", () => ""],
])("refuses %s", (_what, change) => {
  const url = sign("/api/files/abc?name=x");
  expect(verifyFileUrl(url, { secret, now })).toBe(true);
  expect(verifyFileUrl(change(url), { secret, now })).toBe(false);
});

test("refuses what was signed with another secret", () => {
  expect(verifyFileUrl(sign("/api/files/abc"), { secret: Buffer.alloc(32, 2), now })).toBe(false);
});
