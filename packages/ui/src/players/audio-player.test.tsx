import { createRef } from "react";
import { expect, test, vi } from "vitest";
import { page, userEvent } from "vitest/browser";
import { aTone } from "../samples/a-tone.ts";
import { expectAccessibleInBothSchemes, renderThemed } from "../testing/render-themed.tsx";
import { AudioPlayer, type AudioPlayerHandle } from "./audio-player.tsx";

const player = () => page.getByRole("group", { name: "Recording" });
const slider = () => page.getByRole("slider", { name: "Position in Recording" });

test("a sound is drawn, played, paused and walked through by keys", async () => {
  await renderThemed(<AudioPlayer label="Recording" url={aTone(30)} duration={30} />);
  await page.getByRole("button", { name: "Play" }).click();
  await expect.element(page.getByRole("button", { name: "Pause" })).toBeVisible();
  await page.getByRole("button", { name: "Pause" }).click();
  await expect.element(page.getByRole("button", { name: "Play" })).toBeVisible();
  (slider().element() as HTMLElement).focus();
  await userEvent.keyboard("{Home}{ArrowRight}{ArrowRight}");
  await expect.element(slider()).toHaveAttribute("aria-valuenow", "10");
  await expect.element(page.getByText("0:10 / 0:30")).toBeVisible();
  await userEvent.keyboard("{End}");
  await expect.element(slider()).toHaveAttribute("aria-valuenow", "30");
});

test("keys that follow each other before the sound has moved all count", async () => {
  await renderThemed(<AudioPlayer label="Recording" url={aTone(30)} duration={30} />);
  await expect.element(player()).toHaveAttribute("data-status", "ready");
  const press = (key: string): boolean =>
    slider()
      .element()
      .dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true }));
  for (let round = 0; round < 20; round += 1) {
    press("Home");
    press("ArrowRight");
    await new Promise(requestAnimationFrame);
    press("ArrowRight");
    await expect.element(slider()).toHaveAttribute("aria-valuenow", "10");
  }
});

test("speeds go from 0.25 to 1.75 in quarters", async () => {
  const onRateChange = vi.fn();
  await renderThemed(
    <AudioPlayer label="Recording" url={aTone(1)} duration={1} onRateChange={onRateChange} />,
  );
  await page.getByRole("button", { name: "Speed: 1x" }).click();
  await expect.element(page.getByRole("menuitemradio", { name: "1.75x" })).toBeVisible();
  expect(page.getByRole("menuitemradio").elements()).toHaveLength(7);
  await page.getByRole("menuitemradio", { name: "1.5x" }).click();
  expect(onRateChange).toHaveBeenCalledExactlyOnceWith(1.5);
  await expect.element(page.getByRole("button", { name: "Speed: 1.5x" })).toBeVisible();
});

test("what cannot be loaded says so and can be tried again", async () => {
  const onRetry = vi.fn();
  const broken = URL.createObjectURL(new Blob(["no sound"], { type: "audio/wav" }));
  await renderThemed(<AudioPlayer label="Recording" url={broken} duration={3} onRetry={onRetry} />);
  await expect.element(page.getByRole("alert")).toHaveTextContent("This sound could not be loaded.");
  await page.getByRole("button", { name: "Try again" }).click();
  expect(onRetry).toHaveBeenCalledOnce();
});

test("an address that ran out while the page was open is renewed by itself, and what was asked for plays", async () => {
  const onRetry = vi.fn();
  const handle = createRef<AudioPlayerHandle>();
  const sound = (url: string) => (
    <AudioPlayer ref={handle} label="Recording" url={url} duration={30} onRetry={onRetry} />
  );
  const { rerender } = await renderThemed(sound("/no-such-sound.wav?expires=1"));
  await expect.poll(() => onRetry.mock.calls.length).toBe(1);
  expect(page.getByRole("alert").elements()).toEqual([]);
  handle.current?.playFrom(3);
  await rerender(sound(aTone(30)));
  await expect.element(page.getByRole("button", { name: "Pause" })).toBeVisible();
  await expect.element(page.getByText(/0:0[3-9] \/ 0:30/)).toBeVisible();
});

test("where the loudness is known, the sound begins where it was left, and tells how far it got", async () => {
  const onPosition = vi.fn();
  const onPlay = vi.fn();
  await renderThemed(
    <AudioPlayer
      label="Recording"
      url={aTone(30)}
      duration={30}
      peaks={[10, 80, 40]}
      startAt={12}
      onPlay={onPlay}
      onPosition={onPosition}
    />,
  );
  await expect.element(player()).toHaveAttribute("data-status", "ready");
  await expect.element(page.getByText("0:12 / 0:30")).toBeVisible();
  await page.getByRole("button", { name: "Play" }).click();
  await expect.poll(() => onPlay.mock.calls.length).toBe(1);
  await expect
    .poll(() => Math.max(0, ...onPosition.mock.calls.map(([at]) => at as number)))
    .toBeGreaterThan(12);
});

test("pauses are left out when the listener wants that", async () => {
  const onPosition = vi.fn();
  const silences = [{ start: 0, end: 25 }];
  await renderThemed(
    <AudioPlayer
      label="Recording"
      url={aTone(30)}
      duration={30}
      peaks={[0, 80]}
      silences={silences}
      onPosition={onPosition}
    />,
  );
  await page.getByRole("button", { name: "Skip silence" }).click();
  await expect
    .element(page.getByRole("button", { name: "Skip silence" }))
    .toHaveAttribute("aria-pressed", "true");
  await page.getByRole("button", { name: "Play" }).click();
  await expect
    .poll(() => Math.max(0, ...onPosition.mock.calls.map(([at]) => at as number)))
    .toBeGreaterThanOrEqual(25);
});

test("a sound is played from a place that is chosen elsewhere, also before it is there", async () => {
  const handle: { current: AudioPlayerHandle | null } = { current: null };
  const { rerender } = await renderThemed(
    <AudioPlayer ref={handle} label="Recording" url={undefined} duration={30} peaks={[50]} />,
  );
  handle.current?.playFrom(20);
  await rerender(<AudioPlayer ref={handle} label="Recording" url={aTone(30)} duration={30} peaks={[50]} />);
  await expect.element(page.getByRole("button", { name: "Pause" })).toBeVisible();
  await expect
    .poll(() => Number(slider().element().getAttribute("aria-valuenow")))
    .toBeGreaterThanOrEqual(20);
});

test("a file that cannot be heard says why and offers nothing to play", async () => {
  await renderThemed(
    <AudioPlayer label="Recording" url={aTone(3)} duration={3} error="The file is damaged." />,
  );
  await expect.element(page.getByRole("alert")).toHaveTextContent("The file is damaged.");
  await expect.element(page.getByRole("button", { name: "Play" })).toBeDisabled();
});

test("the second device can be chosen", async () => {
  await renderThemed(
    <AudioPlayer
      label="Recording"
      url={aTone(3)}
      duration={3}
      secondOutput={{ sinkId: "desk", name: "Desk speaker" }}
    />,
  );
  const button = page.getByRole("button", { name: "Play on Desk speaker" });
  await button.click();
  await expect.element(button).toHaveAttribute("aria-pressed", "true");
});

test("the player passes axe", async () => {
  await expectAccessibleInBothSchemes(
    <AudioPlayer label="Recording" url={aTone(2)} duration={2} onDownload={() => {}} />,
    async () => {
      await expect.element(player()).toHaveAttribute("data-status", "ready");
    },
  );
});
