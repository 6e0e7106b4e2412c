import { expect, test, vi } from "vitest";
import { page } from "vitest/browser";
import { aTone } from "../../samples/a-tone.ts";
import { makePdf } from "../../samples/make-pdf.ts";
import { expectAccessibleInBothSchemes, renderThemed } from "../../testing/render-themed.tsx";
import { FileViewer } from "../../viewers/file-viewer.tsx";
import { attachmentKind } from "./attachment-kind.ts";
import { Attachments, type AttachmentsProps } from "./attachments.tsx";
import type { MessageFile } from "./message-file.ts";
import { PendingFiles } from "./pending-files.tsx";

function aFile(name: string, type: string, source: string, more: Partial<MessageFile> = {}): MessageFile {
  return { name, type, source, size: 2_048, kind: attachmentKind(type, name), ...more };
}

function aPicture(name: string, width = 90, height = 45): MessageFile {
  const canvas = document.createElement("canvas");
  Object.assign(canvas, { width, height });
  canvas.getContext("2d")?.fillText(name, 5, 20);
  return aFile(name, "image/png", canvas.toDataURL(), { width, height });
}

const drawing = () => aFile("Logo.svg", "image/svg+xml", "data:image/svg+xml,<svg/>");
const sound = () => aFile("Ring.wav", "audio/wav", aTone(3));
const estimate = () => aFile("Estimate.pdf", "application/pdf", URL.createObjectURL(makePdf(["Estimate"])));

function show(files: readonly MessageFile[], more: Partial<AttachmentsProps> = {}) {
  const onDownload = vi.fn<AttachmentsProps["onDownload"]>();
  const view = (given: Partial<AttachmentsProps>) => (
    <Attachments files={files} onDownload={onDownload} viewer={FileViewer} {...given} />
  );
  return { view: view(more), again: view, saved: () => onDownload.mock.calls.map(([{ name }]) => name) };
}

test("[CONV14] pictures are leafed through past the other files of their message", async () => {
  const { view, saved } = show([aPicture("Front door"), estimate(), aPicture("Back door")]);
  await renderThemed(view);
  await page.getByRole("button", { name: "Open Front door" }).click();
  const viewer = page.getByRole("dialog");
  await viewer.getByRole("button", { name: "Next image" }).click();
  await expect.element(viewer.getByRole("img", { name: "Back door" })).toBeVisible();
  await viewer.getByRole("button", { name: "Download" }).click();
  expect(saved()).toEqual(["Back door"]);
  await viewer.getByRole("button", { name: "Close" }).click();
  await expect.element(viewer).not.toBeInTheDocument();
});

test("[CONV15] a picture keeps the room it will take before it has come", async () => {
  const { view } = show([aPicture("Tall", 300, 600)], { show: () => new Promise(() => {}) });
  await renderThemed(view);
  const { width, height } = page.getByRole("button", { name: "Open Tall" }).element().getBoundingClientRect();
  expect([width, height]).toEqual([120, 240]);
});

test("[CONV15] several pictures stand side by side, in one shape", async () => {
  await renderThemed(show([aPicture("Wide", 800, 100), aPicture("Tall", 100, 800)]).view);
  const [wide, tall] = ["Wide", "Tall"].map((name) =>
    page
      .getByRole("button", { name: `Open ${name}` })
      .element()
      .getBoundingClientRect(),
  );
  expect(tall?.top).toBe(wide?.top);
  expect(tall?.height).toBe(wide?.height);
  expect(tall?.left).toBeGreaterThan(wide?.right ?? Number.POSITIVE_INFINITY);
});

test("[CONV15] a sound is played in its place, and can be downloaded", async () => {
  const { view, saved } = show([sound()]);
  await renderThemed(view);
  const player = page.getByRole("group", { name: "Ring.wav" });
  await expect.element(page.getByText("Ring.wav")).toBeVisible();
  await player.getByRole("button", { name: "Play" }).click();
  await expect.element(player.getByRole("button", { name: "Pause" })).toBeVisible();
  await player.getByRole("button", { name: "Download" }).click();
  expect(saved()).toEqual(["Ring.wav"]);
});

test("[CONV15] a drawing is a file and never drawn", async () => {
  const { view, saved } = show([drawing()]);
  const { container } = await renderThemed(view);
  await page.getByRole("button", { name: "Download Logo.svg" }).click();
  expect(saved()).toEqual(["Logo.svg"]);
  expect(container.querySelector("img")).toBeNull();
});

test("[CONV15] a document is a card that opens it, with a download beside it", async () => {
  const { view, saved } = show([estimate()]);
  await renderThemed(view);
  await expect.element(page.getByText("PDF · 2 kB")).toBeVisible();
  await page.getByRole("button", { name: "Download Estimate.pdf" }).click();
  expect(saved()).toEqual(["Estimate.pdf"]);
  await page.getByRole("button", { name: "Open Estimate.pdf" }).click();
  await expect.element(page.getByRole("dialog", { name: "Estimate.pdf" })).toBeVisible();
});

test("[CONV16] a picture that the browser cannot show can be downloaded", async () => {
  const { view, saved } = show([aFile("Photo.heic", "image/heic", "data:image/heic,nothing")]);
  await renderThemed(view);
  await page.getByRole("button", { name: "Download Photo.heic" }).click();
  expect(saved()).toEqual(["Photo.heic"]);
});

test("[CONV16] so can a sound that it cannot play", async () => {
  const { view, saved } = show([aFile("Note.amr", "audio/amr", "data:audio/amr,nothing")]);
  await renderThemed(view);
  await page.getByRole("button", { name: "Download Note.amr" }).click();
  expect(saved()).toEqual(["Note.amr"]);
});

test("[CONV16] what failed is asked for again when the line is back", async () => {
  const picture = aPicture("Front door");
  const { view, again } = show([picture], { show: () => Promise.reject(new Error("no line")) });
  const { rerender } = await renderThemed(view);
  await expect.element(page.getByRole("button", { name: "Download Front door" })).toBeVisible();
  await rerender(again({ show: async (source) => source }));
  await page.getByRole("button", { name: "Open Front door" }).click();
  await expect.element(page.getByRole("dialog").getByRole("img", { name: "Front door" })).toBeVisible();
});

test("[CONV16] a document says that it is being opened or has failed, and is asked for again", async () => {
  const asked: { readonly answer: (address: string) => void; readonly refuse: () => void }[] = [];
  const ask = (): Promise<string> =>
    new Promise((answer, reject) => {
      asked.push({ answer, refuse: () => reject(new Error("no line")) });
    });
  const file = estimate();
  await renderThemed(show([file], { show: ask }).view);
  const card = page.getByRole("button", { name: "Open Estimate.pdf" });
  expect(asked).toHaveLength(0);
  await card.click();
  await expect.element(page.getByLabelText("Opening")).toBeVisible();
  asked[0]?.refuse();
  await expect.element(page.getByText("Couldn't be loaded. Try again")).toBeVisible();
  await card.click();
  await expect.poll(() => asked.length).toBe(2);
  asked[1]?.answer(file.source);
  await expect.element(page.getByRole("dialog", { name: "Estimate.pdf" })).toBeVisible();
});

test("files on their way say how far they are, and can be called off", async () => {
  const onCancel = vi.fn();
  const file = { id: "1", name: "Plan.zip", type: "application/zip", size: 2_048 };
  await renderThemed(
    <PendingFiles
      files={[
        { ...file, progress: 40, onCancel },
        { ...file, id: "2", name: "Other.zip" },
      ]}
    />,
  );
  await expect
    .element(page.getByRole("progressbar", { name: "Sending Plan.zip" }))
    .toHaveAttribute("aria-valuenow", "40");
  await expect.element(page.getByText("2 kB")).toBeVisible();
  await page.getByRole("button", { name: "Cancel Plan.zip" }).click();
  expect(onCancel).toHaveBeenCalledOnce();
  await expect.element(page.getByRole("button", { name: "Cancel Other.zip" })).not.toBeInTheDocument();
});

test("files are accessible", async () => {
  const { view } = show([aPicture("Front door"), aPicture("Back door"), sound(), drawing(), estimate()]);
  await expectAccessibleInBothSchemes(view);
});
