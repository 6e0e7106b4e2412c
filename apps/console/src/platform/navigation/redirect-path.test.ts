import fc from "fast-check";
import { expect, test } from "vitest";
import { MemoryStore } from "../storage/key-value-store.ts";
import { isSafeRedirect, rememberRedirect, takeRedirect } from "./redirect-path.ts";

test.each([
  "/calls/new",
  "/calls/active/17?incoming=true&camera=0",
  "/messages/12125550100/Main%20line",
  "/contacts/-42",
  "/voicemails/box/file.wav/INBOX",
  "/teams/grpAbC_1-2",
])("%s may be returned to", (path) => {
  expect(isSafeRedirect(path)).toBe(true);
});

test.each([
  "",
  "calls/new",
  "//evil.example",
  "///evil.example",
  "/\\evil.example",
  "\\/evil.example",
  "/\t/evil.example",
  "/\n/evil.example",
  "/calls\u0000",
  "/calls new",
  "/calls#top",
  "/%zz",
  "/%",
  "/././/evil.example",
  "/x/..//evil.example",
  "/%2e%2e//evil.example",
  "javascript:alert(1)",
  "https://evil.example/",
  "https:/evil.example",
  "/ca\u202ells",
  `/${"a".repeat(2000)}`,
])("%j may not be returned to", (path) => {
  expect(isSafeRedirect(path)).toBe(false);
});

test("whatever passes stays on our own origin", () => {
  const nasty = fc.string({ unit: fc.constantFrom(..."/\\:.?#@%2ef%5c\t\n ahtps") });
  fc.assert(
    fc.property(fc.oneof(nasty, fc.webPath(), fc.string({ unit: "binary" })), (text) => {
      const path = `/${text}`;
      if (!isSafeRedirect(path)) return;
      const resolved = new URL(path, "https://phone.example/login");
      expect(resolved.origin).toBe("https://phone.example");
      expect(new URL(resolved.pathname, resolved).origin).toBe("https://phone.example");
    }),
    { numRuns: 3000 },
  );
});

test("a remembered page is handed out once", () => {
  const store = new MemoryStore();
  rememberRedirect(store, "/settings");
  expect(store.get("auth.redirect")).toBe("/settings");
  expect(takeRedirect(store)).toBe("/settings");
  expect(takeRedirect(store)).toBeUndefined();
});

test("an unsafe page is neither remembered nor, when someone else stored it, handed out", () => {
  const store = new MemoryStore();
  rememberRedirect(store, "//evil.example");
  expect(store.get("auth.redirect")).toBeNull();
  store.set("auth.redirect", "//evil.example");
  expect(takeRedirect(store)).toBeUndefined();
  expect(store.get("auth.redirect")).toBeNull();
});
