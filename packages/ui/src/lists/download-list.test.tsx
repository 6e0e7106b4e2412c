import { expect, test, vi } from "vitest";
import { page } from "vitest/browser";
import { expectAccessibleInBothSchemes, renderThemed } from "../testing/render-themed.tsx";
import { type DownloadItem, DownloadList, type DownloadListProps } from "./download-list.tsx";

const downloads: DownloadItem[] = [
  { key: "a", name: "fax.pdf", state: "inProgress", progress: 41.6, size: 2_000_000 },
  { key: "b", name: "voicemail.mp3", state: "complete", size: 480_000 },
  { key: "c", name: "photo.png", state: "canceled" },
  { key: "d", name: "list.csv", state: "failed" },
];

function downloadList(props: Partial<DownloadListProps> = {}) {
  const nothing = (): void => {};
  return (
    <div style={{ width: 340 }}>
      <DownloadList
        items={downloads}
        onCancel={nothing}
        onRemove={nothing}
        onCancelAll={nothing}
        onClearAll={nothing}
        {...props}
      />
    </div>
  );
}

test("each download says how it stands", async () => {
  await renderThemed(downloadList());
  for (const text of ["42% of 2 MB", "Complete · 480 kB", "Canceled", "Failed"]) {
    await expect.element(page.getByText(text, { exact: true })).toBeVisible();
  }
  await expect
    .element(page.getByRole("progressbar", { name: "Progress of fax.pdf" }))
    .toHaveAttribute("aria-valuenow", "42");
});

test("a running one is canceled, a finished one removed", async () => {
  const onCancel = vi.fn();
  const onRemove = vi.fn();
  await renderThemed(downloadList({ onCancel, onRemove }));
  await page.getByRole("button", { name: "Cancel fax.pdf" }).click();
  for (const name of ["voicemail.mp3", "photo.png", "list.csv"]) {
    await page.getByRole("button", { name: `Remove ${name}` }).click();
  }
  expect(onCancel).toHaveBeenCalledExactlyOnceWith("a");
  expect(onRemove.mock.calls).toEqual([["b"], ["c"], ["d"]]);
});

test("'Cancel all' while any runs, else 'Clear all'", async () => {
  const onCancelAll = vi.fn();
  const onClearAll = vi.fn();
  const screen = await renderThemed(downloadList({ onCancelAll, onClearAll }));
  await page.getByRole("button", { name: "Cancel all" }).click();
  expect(onCancelAll).toHaveBeenCalledOnce();
  await screen.unmount();
  await renderThemed(downloadList({ items: downloads.slice(1), onCancelAll, onClearAll }));
  await page.getByRole("button", { name: "Clear all" }).click();
  expect(onClearAll).toHaveBeenCalledOnce();
});

test("the desktop opens files and folders of what is complete", async () => {
  const onOpenFile = vi.fn();
  const onOpenFolder = vi.fn();
  await renderThemed(downloadList({ onOpenFile, onOpenFolder }));
  await page.getByRole("button", { name: "Open voicemail.mp3" }).click();
  await page.getByRole("button", { name: "Open the folder of voicemail.mp3" }).click();
  expect(onOpenFile).toHaveBeenCalledExactlyOnceWith("b");
  expect(onOpenFolder).toHaveBeenCalledExactlyOnceWith("b");
  expect(page.getByRole("button", { name: "Open photo.png" }).elements()).toHaveLength(0);
});

test("grows to 250 px and then scrolls", async () => {
  const many = Array.from(
    { length: 30 },
    (_, index): DownloadItem => ({ key: `${index}`, name: `${index}.pdf`, state: "complete" }),
  );
  await renderThemed(downloadList({ items: many }));
  expect(page.getByRole("list", { name: "Downloads" }).element().getBoundingClientRect().height).toBe(250);
});

test("nothing downloaded says so", async () => {
  await renderThemed(downloadList({ items: [] }));
  await expect.element(page.getByText("Nothing has been downloaded yet.")).toBeVisible();
});

test("downloads pass axe", async () => {
  await expectAccessibleInBothSchemes(downloadList({ onOpenFile: () => {}, onOpenFolder: () => {} }));
});
