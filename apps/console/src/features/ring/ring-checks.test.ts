import { expect, test } from "vitest";
import { type RingFacts, ringChecks, ringLight } from "./ring-checks.ts";

const READY: RingFacts = {
  hasLine: true,
  registration: { status: "registered" },
  isNetworkUp: true,
  isPushConnected: true,
  isDndOn: false,
  areCallsDisabled: false,
  isHandledElsewhere: false,
  microphone: "granted",
  microphoneName: "Headset",
  isRingSoundOn: true,
  isSoundAllowed: true,
  areNotificationsOn: true,
  notifications: "granted",
  push: "on",
};
const LOST = { status: "disconnected", reason: "The connection was lost.", retryAt: undefined } as const;

test("[LIGHT1] where everything works the light is green", () => {
  const checks = ringChecks(READY);
  expect(checks.map(({ tone }) => tone)).toEqual(["good", "good", "good", "good"]);
  expect(ringLight(checks)).toEqual({ tone: "good", text: "Yes, calls ring here" });
});

test.each<[string, Partial<RingFacts>, string, string | undefined]>([
  ["no line", { hasLine: false }, "You have no phone line. Ask your administrator.", undefined],
  ["no network", { isNetworkUp: false }, "You are offline. Check your network.", undefined],
  ["disabled calls", { areCallsDisabled: true }, "Incoming calls are disabled.", "enableCalls"],
  ["do not disturb", { isDndOn: true }, "Do not disturb is on.", "turnOffDnd"],
  ["a lost phone", { registration: LOST }, "The connection was lost.", "retryPhone"],
  ["no microphone", { microphone: "missing" }, "No microphone found. Connect one.", "lookForMicrophone"],
  [
    "a blocked microphone",
    { microphone: "denied" },
    "Blocked by the browser. Allow the microphone for this site in its address bar.",
    "allowMicrophone",
  ],
  ["a silent ring", { isRingSoundOn: false }, "The ring sound is off on this computer.", "turnOnRing"],
])("[LIGHT2] %s is red, says so and how to mend it", (_what, change, text, act) => {
  const checks = ringChecks({ ...READY, ...change });
  const bad = checks.filter(({ tone }) => tone === "bad");
  expect(bad).toHaveLength(1);
  expect(bad[0]).toMatchObject({ text, ...(act !== undefined && { fix: { act } }) });
  expect(ringLight(checks)).toMatchObject({ tone: "bad", text: expect.stringMatching(/^No\. Check: /) });
});

test.each<[string, Partial<RingFacts>, string | undefined]>([
  ["a microphone that was never asked for", { microphone: "prompt" }, "allowMicrophone"],
  ["a page that was never clicked in", { isSoundAllowed: false }, "playRing"],
  ["notifications that were never asked for", { notifications: "default" }, "allowNotifications"],
  ["blocked notifications", { notifications: "denied" }, "allowNotifications"],
  ["notifications that are turned off", { areNotificationsOn: false }, "allowNotifications"],
  ["a browser without notifications", { notifications: "unsupported" }, undefined],
  ["a browser that is not reached while closed", { push: "off" }, "turnOnPush"],
  ["interrupted live updates", { isPushConnected: false }, undefined],
])("[LIGHT3] %s is amber: it rings, and may go unnoticed", (_what, change, act) => {
  const checks = ringChecks({ ...READY, ...change });
  const [warning, ...others] = checks.filter(({ tone }) => tone !== "good");
  expect(others).toEqual([]);
  expect(warning).toMatchObject({ tone: "warn", ...(act !== undefined && { fix: { act } }) });
  expect(ringLight(checks).tone).toBe("warn");
});

test("[LIGHT4] a phone that is still connecting is neither; another app that takes the calls is fine", () => {
  expect(ringLight(ringChecks({ ...READY, registration: { status: "connecting" } }))).toEqual({
    tone: "wait",
    text: "Checking…",
  });
  expect(
    ringLight(ringChecks({ ...READY, registration: { status: "off" }, isHandledElsewhere: true })).tone,
  ).toBe("good");
});
