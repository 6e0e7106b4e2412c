import { expect, test } from "vitest";
import { page } from "vitest/browser";
import { Downloads } from "../../../platform/downloads/downloads.ts";
import { DownloadsProvider } from "../../../platform/downloads/downloads-context.ts";
import { renderSignedIn } from "../../../testing/render-signed-in.tsx";
import { MediaGroup } from "./media-group.tsx";

const drawn = (name: string) => {
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="90" height="45"><title>${name}</title></svg>`;
  return {
    name,
    type: "image/svg+xml",
    size: svg.length,
    value: `data:image/svg+xml,${encodeURIComponent(svg)}`,
  };
};
const sound = { name: "Ring.mp3", type: "audio/mpeg", size: 3, value: "data:audio/mpeg,abc" };

test("[CONV14] pictures of a text are leafed through past its other files, which are downloaded", async () => {
  const saved: string[] = [];
  const downloads = new Downloads({
    fetch: (...given) => fetch(...given),
    newKey: () => crypto.randomUUID(),
    save: (_file, name) => saved.push(name),
    onFailed: () => {},
  });
  await renderSignedIn(
    <DownloadsProvider value={downloads}>
      <MediaGroup media={[drawn("Front door"), sound, drawn("Back door")]} />
    </DownloadsProvider>,
  );
  await page.getByRole("button", { name: "Ring.mp3" }).click();
  await expect.poll(() => saved).toEqual(["Ring.mp3"]);
  await page.getByRole("button", { name: "Open Front door" }).click();
  const viewer = page.getByRole("dialog");
  await viewer.getByRole("button", { name: "Next image" }).click();
  await expect.element(viewer.getByRole("img", { name: "Back door" })).toBeVisible();
  await viewer.getByRole("button", { name: "Download" }).click();
  await expect.poll(() => saved).toEqual(["Ring.mp3", "Back door"]);
  await viewer.getByRole("button", { name: "Close" }).click();
  await expect.element(page.getByRole("dialog")).not.toBeInTheDocument();
});
