import { expect, test, vi } from "vitest";
import { InstallPrompt } from "./install-prompt.ts";

function offer(outcome: "accepted" | "dismissed") {
  const prompt = vi.fn(async () => ({ outcome }));
  return { event: Object.assign(new Event("beforeinstallprompt", { cancelable: true }), { prompt }), prompt };
}

test.each([
  ["accepted", "installed"],
  ["dismissed", "unavailable"],
] as const)("an offer that is %s leaves it %s, and is used once", async (outcome, state) => {
  const page = new EventTarget();
  const install = new InstallPrompt(false);
  install.follow(page);
  const { event, prompt } = offer(outcome);
  page.dispatchEvent(event);
  expect(event.defaultPrevented).toBe(true);
  expect(install.state.getState()).toBe("offered");
  await install.install();
  await install.install();
  expect(prompt).toHaveBeenCalledOnce();
  expect(install.state.getState()).toBe(state);
});

test("installed by the browser's own menu", () => {
  const page = new EventTarget();
  const install = new InstallPrompt(false);
  install.follow(page);
  page.dispatchEvent(new Event("appinstalled"));
  expect(install.state.getState()).toBe("installed");
});

test("opened as an app it is there already", () => {
  expect(new InstallPrompt(true).state.getState()).toBe("installed");
});
