import { expect, onTestFinished, test, vi } from "vitest";
import { page } from "vitest/browser";
import type { FakeService } from "../../../testing/fake-service.ts";
import { renderFaxes } from "../testing/render-faxes.tsx";

const names = (service: FakeService): string[] =>
  service.requestsTo("POST /fax/document").map(({ body }) => (body as { name: string }).name);

interface Launch {
  readonly files: readonly { getFile(): Promise<File> }[];
}

/** A file of this page's own, as an address. */
function anAddress(): string {
  const address = URL.createObjectURL(new Blob(["%PDF-1.4"], { type: "application/pdf" }));
  onTestFinished(() => URL.revokeObjectURL(address));
  return address;
}

test("a file is handed in by its address, once", async () => {
  const address = anAddress();
  const path = `/faxes/new?to=12125550177&file=${encodeURIComponent(address)}`;
  const { service, router } = await renderFaxes([], { path });
  await expect.element(page.getByRole("button", { name: "Preview Page 2" })).toBeVisible();
  await expect.element(page.getByRole("list", { name: "Recipients" })).toHaveTextContent("(212) 555-0177");
  expect(names(service)).toEqual([address.split("/").at(-1)]);
  expect(router.state.location.href).toBe("/faxes/new");
});

test("a file on another server is not opened", async () => {
  const path = `/faxes/new?file=${encodeURIComponent("https://elsewhere.example/letter.pdf")}`;
  const { service } = await renderFaxes([], { path });
  await expect.element(page.getByText("The file could not be opened.")).toBeVisible();
  expect(names(service)).toEqual([]);
});

test("files that the application is opened with become pages", async () => {
  let launch: (launch: Launch) => void = () => {};
  const queue = (window as unknown as { launchQueue: { setConsumer(take: typeof launch): void } })
    .launchQueue;
  const consumer = vi.spyOn(queue, "setConsumer").mockImplementation((take) => {
    launch = take;
  });
  onTestFinished(() => consumer.mockRestore());
  const { service } = await renderFaxes([], { path: "/faxes/new" });
  await expect.element(page.getByText("Add a recipient.")).toBeVisible();
  launch({
    files: [
      { getFile: async () => new File(["scan"], "scan.tif") },
      { getFile: async () => new File(["form"], "form.pdf") },
    ],
  });
  await expect.element(page.getByRole("button", { name: "Preview Page 4" })).toBeVisible();
  expect(names(service)).toEqual(["scan.tif", "form.pdf"]);
});
