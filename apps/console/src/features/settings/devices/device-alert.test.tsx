import { expect, test, vi } from "vitest";
import { page } from "vitest/browser";
import { expectAccessible } from "../../../testing/axe.ts";
import { renderSignedIn, type Scheme } from "../../../testing/render-signed-in.tsx";
import type { MediaDevicesPort } from "./audio-devices.ts";
import { DeviceAlert } from "./device-alert.tsx";
import { deviceProblem } from "./device-lists.ts";

const device = { label: "Headset", browserId: "a" };
const areOutputsHidden = false;
const problems = {
  none: deviceProblem({ inputs: [], outputs: [], areOutputsHidden }, true),
  microphone: deviceProblem({ inputs: [], outputs: [device], areOutputsHidden }, true),
  speaker: deviceProblem({ inputs: [device], outputs: [], areOutputsHidden }, true),
};

async function openAlert(kind: keyof typeof problems, scheme: Scheme = "light") {
  const onCancel = vi.fn();
  const onDialFromOtherDevice = vi.fn();
  const getUserMedia = vi.fn(() => Promise.reject(new DOMException("no", "NotFoundError")));
  const media: MediaDevicesPort = {
    enumerateDevices: () => Promise.resolve([]),
    getUserMedia,
    addEventListener: () => {},
    removeEventListener: () => {},
  };
  await renderSignedIn(
    <DeviceAlert
      problem={problems[kind]}
      onCancel={onCancel}
      onDialFromOtherDevice={onDialFromOtherDevice}
    />,
    { media, scheme },
  );
  return { onCancel, onDialFromOtherDevice, getUserMedia };
}

test.each([
  [
    "none",
    "No devices found",
    "No speaker or microphone found",
    "We cannot find any mic or speaker on your system please connect a microphone and try again or you can dial from your desk phone.",
  ],
  [
    "microphone",
    "Device missing",
    "Check Microphone",
    "It looks like your device doesn't have a microphone connected or the necessary permissions haven't been granted.",
  ],
  ["speaker", "Device missing", "Speakers missing", "This app requires a speaker to hear calls"],
] as const)("%s: %s", async (kind, title, heading, text) => {
  await openAlert(kind);
  await expect.element(page.getByRole("dialog", { name: title })).toBeVisible();
  await expect.element(page.getByText(heading, { exact: true })).toBeVisible();
  await expect.element(page.getByText(text, { exact: true })).toBeVisible();
});

test("offers to cancel, and to dial from the desk phone", async () => {
  const { onCancel, onDialFromOtherDevice } = await openAlert("none");
  await page.getByRole("button", { name: "Dial from other device" }).click();
  expect(onDialFromOtherDevice).toHaveBeenCalledOnce();
  expect(onCancel).not.toHaveBeenCalled();
  await page.getByRole("button", { name: "Cancel" }).click();
  expect(onCancel).toHaveBeenCalledOnce();
});

test("asks the browser for the microphone again, but not for a speaker", async () => {
  const { getUserMedia } = await openAlert("microphone");
  await page.getByRole("button", { name: "Try again" }).click();
  expect(getUserMedia).toHaveBeenCalledOnce();
});

test("a missing speaker is nothing to ask permission for", async () => {
  await openAlert("speaker");
  await expect.element(page.getByRole("dialog")).toBeVisible();
  await expect.element(page.getByRole("button", { name: "Try again" })).not.toBeInTheDocument();
});

test.each(["light", "dark"] as const)("passes axe in %s", async (scheme) => {
  await openAlert("none", scheme);
  await expect.element(page.getByRole("dialog")).toBeVisible();
  await expectAccessible(document.body);
});
