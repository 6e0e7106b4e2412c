import { OffhookTheme } from "@offhook/ui";
import type { ReactNode } from "react";
import { expect, onTestFinished, test, vi } from "vitest";
import { page } from "vitest/browser";
import { render } from "vitest-browser-react";
import { useSoundAllowed } from "./use-sound-allowed.ts";
import { SoundButton } from "./wall-tools.tsx";

/** A browser that keeps the page silent until somebody clicks. */
class SilentContext extends EventTarget {
  state: AudioContextState = "suspended";
  async resume(): Promise<void> {
    this.state = "running";
    this.dispatchEvent(new Event("statechange"));
  }
  async close(): Promise<void> {
    this.state = "closed";
  }
}

function Tools({ onUnblock }: { readonly onUnblock: () => void }): ReactNode {
  const isAllowed = useSoundAllowed();
  return <SoundButton isMuted={false} isBlocked={!isAllowed} onChange={() => {}} onUnblock={onUnblock} />;
}

async function renderTools() {
  const onUnblock = vi.fn();
  await render(
    <OffhookTheme theme="light" background="whiteSmoke">
      <Tools onUnblock={onUnblock} />
    </OffhookTheme>,
  );
  return onUnblock;
}

const mute = () => page.getByRole("button", { name: "Mute alarms" });

test("[WB13] a silent page says so, and a click turns the sound on and is answered by it", async () => {
  vi.stubGlobal("AudioContext", SilentContext);
  onTestFinished(() => {
    vi.unstubAllGlobals();
  });
  const onUnblock = await renderTools();
  await page.getByRole("button", { name: "Turn on sound" }).click();
  expect(onUnblock).toHaveBeenCalledOnce();
  await expect.element(mute()).toBeVisible();
});

test("[WB13] a screen that is muted shows that, and not what the browser would do", async () => {
  await render(
    <OffhookTheme theme="light" background="whiteSmoke">
      <SoundButton isMuted isBlocked onChange={() => {}} onUnblock={() => {}} />
    </OffhookTheme>,
  );
  await expect.element(mute()).toHaveAttribute("aria-pressed", "true");
});
