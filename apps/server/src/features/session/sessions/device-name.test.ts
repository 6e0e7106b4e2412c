import { expect, test } from "vitest";
import { deviceName } from "./device-name.ts";

const WINDOWS = "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko)";
const IPHONE =
  "Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko)";

test.each([
  ["Chrome on Windows", `${WINDOWS} Chrome/130.0.0.0 Safari/537.36`],
  ["Edge on Windows", `${WINDOWS} Chrome/130.0.0.0 Safari/537.36 Edg/130.0.0.0`],
  ["Opera on Windows", `${WINDOWS} Chrome/130.0.0.0 Safari/537.36 OPR/114.0.0.0`],
  ["Firefox on Linux", "Mozilla/5.0 (X11; Linux x86_64; rv:131.0) Gecko/20100101 Firefox/131.0"],
  [
    "Safari on macOS",
    "Mozilla/5.0 (Macintosh; Intel Mac OS X 14_6) AppleWebKit/605.1 Version/17.6 Safari/605.1",
  ],
  ["Safari on iPhone", `${IPHONE} Version/17.5 Mobile/15E148 Safari/604.1`],
  ["Chrome on iPhone", `${IPHONE} CriOS/129.0 Mobile/15E148 Safari/604.1`],
  [
    "Chrome on Android",
    "Mozilla/5.0 (Linux; Android 14) AppleWebKit/537.36 Chrome/130.0 Mobile Safari/537.36",
  ],
  ["Offhook desktop on Windows", `${WINDOWS} OffhookDesktop/1.0 Chrome/130.0.0.0 Safari/537.36`],
  ["curl", "curl/8.5.0"],
  ["Unknown device", ""],
])("%s", (name, userAgent) => {
  expect(deviceName(undefined, userAgent)).toBe(name);
});

test("the name a device gives itself comes first", () => {
  expect(deviceName("  Maya's laptop ", WINDOWS)).toBe("Maya's laptop");
  expect(deviceName("  ", `${WINDOWS} Chrome/130.0`)).toBe("Chrome on Windows");
  expect(deviceName("x".repeat(500), WINDOWS)).toHaveLength(120);
});
