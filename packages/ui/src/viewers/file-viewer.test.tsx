import { type ReactNode, useState } from "react";
import { expect, test, vi } from "vitest";
import { page } from "vitest/browser";
import clip from "../samples/clip.webm?url";
import { makePdf } from "../samples/make-pdf.ts";
import { renderThemed } from "../testing/render-themed.tsx";
import { FileViewer, type FileViewerProps, type ViewedFile } from "./file-viewer.tsx";

function drawn(name: string): ViewedFile {
  const svg =
    '<svg xmlns="http://www.w3.org/2000/svg" width="90" height="45"><rect width="90" height="45"/></svg>';
  return { kind: "image", name, address: `data:image/svg+xml,${encodeURIComponent(svg)}` };
}

function Host(props: Pick<FileViewerProps, "files"> & Partial<FileViewerProps>): ReactNode {
  const [index, setIndex] = useState(props.index ?? 0);
  return (
    <FileViewer onDownload={() => {}} onClose={() => {}} {...props} index={index} onIndexChange={setIndex} />
  );
}

test("[CONV14] pictures of a message can be leafed through, and the one that is shown saved", async () => {
  const onDownload = vi.fn();
  await renderThemed(<Host files={[drawn("Front door"), drawn("Back door")]} onDownload={onDownload} />);
  await expect.element(page.getByRole("img", { name: "Front door" })).toBeVisible();
  await page.getByRole("button", { name: "Next image" }).click();
  await expect.element(page.getByRole("img", { name: "Back door" })).toBeVisible();
  await page.getByRole("button", { name: "Download" }).click();
  expect(onDownload).toHaveBeenCalledOnce();
});

test("[CONV14] a document is shown page by page", async () => {
  const address = URL.createObjectURL(makePdf(["Estimate"]));
  await renderThemed(<Host files={[{ kind: "pdf", name: "Estimate.pdf", address }]} />);
  await expect.element(page.getByRole("dialog", { name: "Estimate.pdf" })).toBeVisible();
});

test("[CONV14] a film is played", async () => {
  await renderThemed(<Host files={[{ kind: "video", name: "Clip.webm", address: clip }]} />);
  await expect.element(page.getByRole("region", { name: "Clip.webm" })).toBeVisible();
});

test("[CONV14] a file that has not come yet shows nothing", async () => {
  await renderThemed(<Host files={[]} index={-1} />);
  await expect.element(page.getByRole("dialog")).not.toBeInTheDocument();
});
