import { type ReactNode, useState } from "react";
import { expect, onTestFinished, test, vi } from "vitest";
import { page, userEvent } from "vitest/browser";
import { ProblemLogProvider } from "../../feedback/problem-log.ts";
import { PlaybackRateProvider } from "../../players/playback-rate.ts";
import clip from "../../samples/clip.webm?url";
import { expectAccessibleInBothSchemes, renderThemed } from "../../testing/render-themed.tsx";
import { VideoDialog } from "./video-dialog.tsx";
import { VideoPlayer, type VideoPlayerProps } from "./video-player.tsx";

const player = () => page.getByRole("region", { name: "Greeting" });
const element = (): HTMLVideoElement => document.querySelector("video") as HTMLVideoElement;
const button = (name: string) => page.getByRole("button", { name, exact: true });
const stateIs = (state: string) => expect.element(player()).toHaveAttribute("data-state", state);

async function show(props: Partial<VideoPlayerProps> = {}) {
  const screen = await renderThemed(<VideoPlayer name="Greeting" source={clip} {...props} />);
  await expect.poll(() => element().readyState).toBeGreaterThan(0);
  // No sound card on a test machine's clock: muted playback runs at its own pace.
  element().muted = true;
  return screen;
}

/** The clip lasts two seconds: at its own speed it could be over before a busy machine looks at it. */
function playSlowly(): void {
  element().playbackRate = 1 / 16;
}

test("stands idle, then plays and pauses by a click", async () => {
  await show();
  playSlowly();
  await stateIs("idle");
  await button("Play").click();
  await stateIs("playing");
  await userEvent.click(element());
  await stateIs("paused");
  expect(element().paused).toBe(true);
});

test("plays at the speed that was last chosen", async () => {
  await renderThemed(
    <PlaybackRateProvider value={{ rate: () => 1.5, remember: () => {} }}>
      <VideoPlayer name="Greeting" source={clip} />
    </PlaybackRateProvider>,
  );
  await expect.poll(() => element().playbackRate).toBe(1.5);
});

test("is fitted into 250 by 500", async () => {
  await show();
  const box = player().element().getBoundingClientRect();
  expect([box.width, box.height]).toEqual([250, 141]);
});

test("a replay starts from 0", async () => {
  await show();
  element().currentTime = 1.9;
  await button("Play").click();
  await stateIs("ended");
  playSlowly();
  await button("Replay").click();
  await stateIs("playing");
  expect(element().currentTime).toBeLessThan(1);
});

test("a stall shows a spinner until it plays again", async () => {
  await show();
  playSlowly();
  await button("Play").click();
  await stateIs("playing");
  element().dispatchEvent(new Event("waiting"));
  await expect.element(page.getByRole("status", { name: "Loading video" })).toBeVisible();
  element().dispatchEvent(new Event("playing"));
  await stateIs("playing");
  expect(page.getByRole("status").elements()).toHaveLength(0);
});

test("a video that cannot be loaded shows an off icon and no controls", async () => {
  const log = vi.fn();
  await renderThemed(
    <ProblemLogProvider value={log}>
      <VideoPlayer name="Greeting" source="/no-such-video.webm" />
    </ProblemLogProvider>,
  );
  await stateIs("failed");
  expect(log).toHaveBeenCalledWith("A video could not be loaded", expect.any(String));
  await expect.element(page.getByRole("alert")).toHaveTextContent("This video could not be loaded.");
  expect(page.getByRole("slider").elements()).toHaveLength(0);
  expect(page.getByRole("button").elements()).toHaveLength(0);
});

function Replaceable(): ReactNode {
  const [source, setSource] = useState("/no-such-video.webm");
  return (
    <>
      <VideoPlayer name="Greeting" source={source} />
      <button type="button" onClick={() => setSource(clip)}>
        Replace
      </button>
    </>
  );
}

test("a new source gets a new chance", async () => {
  await renderThemed(<Replaceable />);
  await stateIs("failed");
  await button("Replace").click();
  await stateIs("idle");
  await expect.element(button("Play")).toBeVisible();
});

test("the volume button goes between muted and full, the slider in tenths", async () => {
  await show();
  element().muted = false;
  await expect.element(page.getByRole("slider", { name: "Volume" })).toHaveAttribute("step", "0.1");
  await button("Mute").click();
  await expect.element(page.getByRole("slider", { name: "Volume" })).toHaveValue("0");
  expect(element().muted).toBe(true);
  await button("Unmute").click();
  await expect.element(page.getByRole("slider", { name: "Volume" })).toHaveValue("1");
  await userEvent.fill(page.getByRole("slider", { name: "Volume" }), "0.3");
  expect(element().volume).toBeCloseTo(0.3);
  await button("Mute").click();
  await button("Unmute").click();
  expect(element().volume).toBe(1);
});

test("seeks by its slider and by keys", async () => {
  await show();
  playSlowly();
  await userEvent.fill(page.getByRole("slider", { name: "Seek" }), "1.5");
  await expect.poll(() => element().currentTime).toBeCloseTo(1.5);
  (player().element() as HTMLElement).focus();
  await userEvent.keyboard("{ArrowLeft}");
  await expect.poll(() => element().currentTime).toBe(0);
  await userEvent.keyboard(" ");
  await stateIs("playing");
});

test("plays at seven speeds and keeps the chosen one", async () => {
  await show();
  await button("More").click();
  await expect
    .element(page.getByRole("menuitemradio", { name: "Normal" }))
    .toHaveAttribute("aria-checked", "true");
  expect(
    page
      .getByRole("menuitemradio")
      .elements()
      .map((item) => item.textContent),
  ).toEqual(["0.25x", "0.5x", "0.75x", "Normal", "1.25x", "1.5x", "1.75x"]);
  await page.getByRole("menuitemradio", { name: "1.75x" }).click();
  expect(element().playbackRate).toBe(1.75);
});

test("download and delete are offered only by a host that wants them", async () => {
  const screen = await show();
  await button("More").click();
  await expect.element(page.getByRole("menuitemradio", { name: "Normal" })).toBeVisible();
  expect(page.getByRole("menuitem").elements()).toHaveLength(0);
  await screen.unmount();
  const onDownload = vi.fn();
  const onDelete = vi.fn();
  await show({ onDownload, onDelete });
  await button("More").click();
  await page.getByRole("menuitem", { name: "Download" }).click();
  await button("More").click();
  await page.getByRole("menuitem", { name: "Delete" }).click();
  expect([onDownload.mock.calls.length, onDelete.mock.calls.length]).toEqual([1, 1]);
});

test("fullscreen comes and goes by a double click, and its controls hide after two seconds", async () => {
  await show();
  await userEvent.dblClick(element(), { position: { x: 20, y: 20 } });
  await expect.poll(() => document.fullscreenElement).toBe(player().element());
  await expect.element(button("Exit fullscreen")).toBeVisible();
  const since = performance.now();
  await expect.element(player()).toHaveAttribute("data-controls", "hidden");
  expect(performance.now() - since).toBeGreaterThan(1500);
  expect(page.getByRole("slider").elements()).toHaveLength(0);
  element().dispatchEvent(new PointerEvent("pointermove", { bubbles: true }));
  await expect.element(player()).toHaveAttribute("data-controls", "shown");
  await userEvent.dblClick(element(), { position: { x: 20, y: 20 } });
  await expect.poll(() => document.fullscreenElement).toBeNull();
});

test("a screen that cannot be filled is told to the log, and playing goes on", async () => {
  const refused = new TypeError("Fullscreen is not allowed here");
  const ask = vi.spyOn(Element.prototype, "requestFullscreen").mockRejectedValue(refused);
  onTestFinished(() => ask.mockRestore());
  const log = vi.fn();
  await renderThemed(
    <ProblemLogProvider value={log}>
      <VideoPlayer name="Greeting" source={clip} />
    </ProblemLogProvider>,
  );
  await userEvent.dblClick(element(), { position: { x: 20, y: 20 } });
  await expect.poll(() => log.mock.calls).toEqual([["Fullscreen failed", refused]]);
  await expect.element(button("Fullscreen")).toBeVisible();
});

test("a source older than 23 hours is fetched anew, and playing goes on where it stood", async () => {
  let now = 0;
  const refreshSource = vi.fn(async () => `${clip}#fresh`);
  await show({ refreshSource, now: () => now });
  playSlowly();
  await button("Play").click();
  await stateIs("playing");
  expect(refreshSource).not.toHaveBeenCalled();
  await userEvent.click(element());
  await stateIs("paused");
  element().currentTime = 1.2;
  now = 82_800_000;
  await button("Play video").click();
  await expect.poll(() => element().src).toContain("#fresh");
  await stateIs("playing");
  expect(refreshSource).toHaveBeenCalledOnce();
  expect(element().currentTime).toBeGreaterThanOrEqual(1.2);
});

test("the dialog names the video and gives it room", async () => {
  const onClose = vi.fn();
  await renderThemed(<VideoDialog isOpen onClose={onClose} name="Greeting" source={clip} />);
  await expect.element(page.getByRole("dialog", { name: "Greeting" })).toBeVisible();
  await expect.poll(() => player().element().getBoundingClientRect().width).toBeGreaterThan(600);
  await userEvent.keyboard("{Escape}");
  expect(onClose).toHaveBeenCalledOnce();
});

test("passes axe, idle and with its menu open", async () => {
  await expectAccessibleInBothSchemes(<VideoPlayer name="Greeting" source={clip} onDownload={() => {}} />);
  await expectAccessibleInBothSchemes(
    <div style={{ paddingTop: 260 }}>
      <VideoPlayer name="Greeting" source={clip} onDownload={() => {}} />
    </div>,
    async () => {
      await button("More").click();
      await expect.element(page.getByRole("menuitem", { name: "Download" })).toBeVisible();
    },
  );
});

test("a failed one passes axe", async () => {
  await expectAccessibleInBothSchemes(
    <VideoPlayer name="Greeting" source="/no-such-video.webm" />,
    async () => {
      await expect.element(page.getByRole("alert")).toBeVisible();
    },
  );
});
