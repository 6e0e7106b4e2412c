import { expect, test } from "vitest";
import { type RequestRoute, requestRoute } from "./request-route.ts";

const ORIGIN = "https://phone.example";

test.each<[string, string, RequestRoute]>([
  ["/", "navigate", "page"],
  ["/calls/new?number=101", "navigate", "page"],
  ["/acd", "navigate", "page"],
  ["/settings", "navigate", "page"],
  ["/dev/gallery", "navigate", "page"],
  ["/devices", "navigate", "page"],
  ["/calls/new", "cors", "network"],
  ["/config.json", "cors", "config"],
  ["/assets/index-Ceci_Zk3.js", "cors", "asset"],
  ["/assets/index-Ceci_Zk3.js", "no-cors", "asset"],
  ["/manifest.webmanifest", "cors", "file"],
  ["/countries.json", "cors", "file"],
  ["/api/myProfile", "cors", "network"],
  ["/api/docs", "navigate", "network"],
  ["/api", "navigate", "network"],
  ["/apiary", "navigate", "page"],
  ["/push", "websocket", "network"],
  ["/v0/file/s/abc.png", "no-cors", "network"],
  ["/acd/feed", "websocket", "network"],
  ["/integrations/v1/account", "cors", "network"],
  ["/metrics", "navigate", "network"],
  ["/dev/mail", "navigate", "network"],
])("%s (%s) is answered as %s", (path, mode, route) => {
  expect(requestRoute({ method: "GET", mode, url: ORIGIN + path }, ORIGIN)).toBe(route);
});

test("what is written is never answered from a cache", () => {
  expect(requestRoute({ method: "POST", mode: "navigate", url: `${ORIGIN}/login` }, ORIGIN)).toBe("network");
});

test("other sites are left alone", () => {
  expect(
    requestRoute({ method: "GET", mode: "no-cors", url: "https://other.example/assets/a.js" }, ORIGIN),
  ).toBe("network");
});
