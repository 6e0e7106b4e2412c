import { expect, test } from "vitest";
import { page } from "vitest/browser";
import { Downloads } from "../../../../platform/downloads/downloads.ts";
import { DownloadsProvider } from "../../../../platform/downloads/downloads-context.ts";
import { renderSignedIn } from "../../../../testing/render-signed-in.tsx";
import { MediaGroup } from "./media-group.tsx";

function aPicture(name: string) {
  const value = document.createElement("canvas").toDataURL();
  // Files of a message are told apart by their address.
  return { name, type: "image/png", size: value.length, value: `${value}#${encodeURIComponent(name)}` };
}
const archive = { name: "Plans.zip", type: "application/zip", size: 3, value: "data:application/zip,abc" };

test("[CONV14] pictures of a text are leafed through past its other files, and all of them are downloaded", async () => {
  const saved: string[] = [];
  const downloads = new Downloads({
    fetch: (...given) => fetch(...given),
    newKey: () => crypto.randomUUID(),
    save: (_file, name) => saved.push(name),
    onFailed: () => {},
  });
  await renderSignedIn(
    <DownloadsProvider value={downloads}>
      <MediaGroup media={[aPicture("Front door"), archive, aPicture("Back door")]} />
    </DownloadsProvider>,
  );
  await page.getByRole("button", { name: "Plans.zip" }).click();
  await expect.poll(() => saved).toEqual(["Plans.zip"]);
  await page.getByRole("button", { name: "Open Front door" }).click();
  const viewer = page.getByRole("dialog");
  await viewer.getByRole("button", { name: "Next image" }).click();
  await expect.element(viewer.getByRole("img", { name: "Back door" })).toBeVisible();
  await viewer.getByRole("button", { name: "Download" }).click();
  await expect.poll(() => saved).toEqual(["Plans.zip", "Back door"]);
  await viewer.getByRole("button", { name: "Close" }).click();
  await expect.element(page.getByRole("dialog")).not.toBeInTheDocument();
});
