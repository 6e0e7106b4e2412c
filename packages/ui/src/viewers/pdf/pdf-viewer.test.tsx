import { expect, onTestFinished, test, vi } from "vitest";
import { page, userEvent } from "vitest/browser";
import lockedUrl from "../../samples/locked.pdf?url";
import { makeChinesePdf, makePdf } from "../../samples/make-pdf.ts";
import { expectComplaint } from "../../testing/complaints.ts";
import { expectAccessibleInBothSchemes, renderThemed } from "../../testing/render-themed.tsx";
import { PdfDialog } from "./pdf-dialog.tsx";
import { PdfViewer, type PdfViewerProps } from "./pdf-viewer.tsx";
import { firstZoomIn, pageWidthAt, pixelRatioAt, zoomBy } from "./pdf-zoom.ts";

test("zoom goes from 25 to 200 in steps of 25", () => {
  expect([zoomBy(75, 1), zoomBy(75, -1), zoomBy(25, -1), zoomBy(200, 1), zoomBy(75, 99)]).toEqual([
    100, 50, 25, 200, 200,
  ]);
});

test("a page is 1280 px times the percentage wide", () => {
  expect([25, 75, 100, 200].map(pageWidthAt)).toEqual([320, 960, 1280, 2560]);
});

test.each([
  [1600, 75],
  [960, 75],
  [959, 50],
  [390, 25],
  [200, 25],
])("in a pane of %d px a document opens at %d percent", (width, percent) => {
  expect(firstZoomIn(width)).toBe(percent);
});

test("big pages are not drawn sharper than memory allows", () => {
  expect(pixelRatioAt(320, 2)).toBe(2);
  expect(pixelRatioAt(2560, 2)).toBeCloseTo(1.016, 2);
  expect(pixelRatioAt(5000, 3)).toBe(1);
});

const lines = (count: number): string[] =>
  Array.from({ length: count }, (_, index) => `Page no ${index + 1}`);

const viewer = (props: Partial<PdfViewerProps> = {}) => (
  <div style={{ height: 700 }}>
    <PdfViewer name="Fax.pdf" source={{ blob: threePages }} {...props} />
  </div>
);
const threePages = makePdf(lines(3));
const pages = () => page.getByRole("region", { name: "Pages" });
const button = (name: string) => page.getByRole("button", { name, exact: true });
const drawnPages = (): string[] =>
  [...document.querySelectorAll<HTMLElement>("[data-page]")].map((each) => each.dataset.page ?? "");

test("shows pages, their count and their text", async () => {
  await renderThemed(viewer());
  await expect.element(page.getByText("Page 1 of 3")).toBeVisible();
  await expect.element(page.getByText("Page no 1")).toBeInTheDocument();
  await expect.element(page.getByLabelText("Zoom", { exact: true })).toHaveTextContent("75%");
  await expect
    .poll(() => document.querySelector("[data-page] canvas")?.getBoundingClientRect().width)
    .toBe(960);
});

test("pages in small lead to theirs, by mouse and by keys", async () => {
  await renderThemed(viewer({ hasThumbnails: true }));
  const strip = page.getByRole("navigation", { name: "Thumbnails" });
  await strip.getByRole("button", { name: "Page 3" }).click();
  await expect.element(page.getByText("Page 3 of 3")).toBeVisible();
  await userEvent.keyboard("{ArrowUp}");
  await expect.element(page.getByText("Page 2 of 3")).toBeVisible();
  await expect.element(strip.getByRole("button", { name: "Page 2" })).toHaveFocus();
});

test("zooms within its limits and stays where one reads", async () => {
  await renderThemed(viewer());
  await expect.element(page.getByText("Page 1 of 3")).toBeVisible();
  pages().element().scrollTop = 1300;
  await expect.element(page.getByText("Page 2 of 3")).toBeVisible();
  for (const percent of ["50%", "25%"]) {
    await button("Zoom out").click();
    await expect.element(page.getByLabelText("Zoom", { exact: true })).toHaveTextContent(percent);
  }
  await expect.element(button("Zoom out")).toBeDisabled();
  await expect.poll(() => document.querySelector("[data-page]")?.getBoundingClientRect().width).toBe(320);
  for (let step = 0; step < 7; step += 1) await button("Zoom in").click();
  await expect.element(page.getByLabelText("Zoom", { exact: true })).toHaveTextContent("200%");
  await expect.element(button("Zoom in")).toBeDisabled();
  await expect.element(page.getByText("Page 2 of 3")).toBeVisible();
});

test("three hundred pages cost no more than the few in view", async () => {
  await renderThemed(viewer({ source: { blob: makePdf(lines(300)) } }));
  await expect.element(page.getByText("Page 1 of 300")).toBeVisible();
  expect(drawnPages().length).toBeLessThan(5);
  const scroller = pages().element();
  scroller.scrollTop = scroller.scrollHeight;
  await expect.element(page.getByText("Page 300 of 300")).toBeVisible();
  await expect.element(page.getByText("Page no 300")).toBeInTheDocument();
  expect(drawnPages().length).toBeLessThan(5);
  scroller.scrollTop = scroller.scrollHeight / 2;
  await expect.element(page.getByText("Page 151 of 300")).toBeVisible();
});

test("downloads, prints and opens", async () => {
  const onDownload = vi.fn();
  const onPrint = vi.fn();
  const onOpen = vi.fn();
  await renderThemed(viewer({ onDownload, onPrint, onOpen }));
  await expect.element(page.getByText("Page 1 of 3")).toBeVisible();
  await button("Download").click();
  await button("Print").click();
  await button("Open in new window").click();
  expect(onDownload).toHaveBeenCalledOnce();
  expect(onPrint).toHaveBeenCalledExactlyOnceWith({ blob: threePages });
  expect(onOpen).toHaveBeenCalledExactlyOnceWith({ blob: threePages });
});

test("offers no download where the screen gives none", async () => {
  await renderThemed(viewer());
  await expect.element(button("Print")).toBeVisible();
  expect(button("Download").elements()).toHaveLength(0);
});

test("opens in a new window by itself", async () => {
  const open = vi.spyOn(window, "open").mockReturnValue(null);
  await renderThemed(viewer({ source: { url: lockedUrl } }));
  await button("Open in new window").click();
  expect(open).toHaveBeenCalledExactlyOnceWith(lockedUrl, "_blank", "noopener");
});

function printFrame(): HTMLIFrameElement | null {
  return document.querySelector('iframe[title="Print"]');
}

/** Stands in for the printer's dialog, from the moment that the frame to print from is there. */
async function pressPrint(print: (sheet: Window) => void): Promise<void> {
  const observer = new MutationObserver(() => {
    const sheet = printFrame()?.contentWindow;
    if (sheet) sheet.print = () => print(sheet);
  });
  observer.observe(document.body, { childList: true });
  onTestFinished(() => observer.disconnect());
  await button("Print").click();
}

test("prints every page as a picture of paper quality, alone, and leaves nothing behind", async () => {
  await renderThemed(viewer());
  await expect.element(page.getByText("Page 1 of 3")).toBeVisible();
  const printed = new Promise<string[]>((resolve) => {
    void pressPrint((sheet) => {
      const images = [...sheet.document.querySelectorAll("img")];
      resolve(images.map((image) => `${image.naturalWidth} x ${image.naturalHeight}`));
      sheet.dispatchEvent(new Event("afterprint"));
    });
  });
  expect(await printed).toEqual(Array.from({ length: 3 }, () => "1275 x 1650"));
  await expect.poll(printFrame).toBeNull();
  await expect.element(button("Print")).toBeEnabled();
});

test("shows how far the printing is, and stops when the viewer closes", async () => {
  const screen = await renderThemed(viewer({ source: { blob: makePdf(lines(200)) } }));
  await expect.element(page.getByText("Page 1 of 200")).toBeVisible();
  const print = vi.fn();
  await pressPrint(print);
  await expect.element(page.getByRole("button", { name: /Preparing page \d+ of 200/u })).toBeDisabled();
  await screen.unmount();
  await expect.poll(printFrame).toBeNull();
  expect(print).not.toHaveBeenCalled();
});

test("a protected document asks for its password until it is right", async () => {
  await renderThemed(viewer({ source: { url: lockedUrl } }));
  await expect.element(page.getByText("This document is protected.")).toBeVisible();
  await expect.element(button("Open")).toBeDisabled();
  await userEvent.fill(page.getByLabelText("Password", { exact: true }), "wrong");
  await button("Open").click();
  await expect.element(page.getByText("This password does not open it")).toBeVisible();
  await userEvent.fill(page.getByLabelText("Password", { exact: true }), "harbour");
  await userEvent.keyboard("{Enter}");
  await expect.element(page.getByText("Page 1 of 1")).toBeVisible();
  await expect.element(page.getByText("Locked page")).toBeInTheDocument();
});

test("what is no document says so and can be tried again", async () => {
  expectComplaint(/Invalid PDF structure/u);
  await renderThemed(viewer({ source: { blob: new Blob(["not a document"]) } }));
  await expect.element(page.getByRole("alert")).toHaveTextContent("This document could not be opened.");
  await button("Try again").click();
  await expect.element(page.getByRole("alert")).toBeVisible();
});

test("a document that is not there says so", async () => {
  expectComplaint(/Missing PDF|Unexpected server response|Invalid PDF structure/u);
  await renderThemed(viewer({ source: { url: "/no-such-document.pdf" } }));
  await expect.element(page.getByRole("alert")).toHaveTextContent("This document could not be opened.");
});

test("Chinese without its font inside is read by the bundled character maps", async () => {
  await renderThemed(viewer({ source: { blob: makeChinesePdf("4F60597D") } }));
  await expect.element(page.getByText("你好")).toBeInTheDocument();
  const asked = performance.getEntriesByType("resource").map((entry) => entry.name);
  expect(asked.some((name) => name.includes("UniGB-UCS2-H.bcmap"))).toBe(true);
});

test("asks nothing of the network but the page's own origin", async () => {
  await renderThemed(viewer());
  await expect.element(page.getByText("Page no 1")).toBeInTheDocument();
  const foreign = performance
    .getEntriesByType("resource")
    .map((entry) => new URL(entry.name, location.href))
    .filter((url) => url.protocol.startsWith("http") && url.origin !== location.origin);
  expect(foreign.map(String)).toEqual([]);
});

test("the dialog holds the viewer and closes by Escape", async () => {
  const onClose = vi.fn();
  await renderThemed(<PdfDialog isOpen onClose={onClose} name="Fax.pdf" source={{ blob: threePages }} />);
  await expect.element(page.getByText("Page 1 of 3")).toBeVisible();
  await userEvent.keyboard("{Escape}");
  expect(onClose).toHaveBeenCalledOnce();
});

test("passes axe", async () => {
  await expectAccessibleInBothSchemes(viewer({ onDownload: () => {}, hasThumbnails: true }), async () => {
    await expect.element(page.getByText("Page no 1")).toBeInTheDocument();
  });
});

test("asking for a password passes axe", async () => {
  await expectAccessibleInBothSchemes(viewer({ source: { url: lockedUrl } }), async () => {
    await expect.element(page.getByLabelText("Password", { exact: true })).toBeVisible();
  });
});
