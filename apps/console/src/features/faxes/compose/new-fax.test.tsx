import { expect, test } from "vitest";
import { page, userEvent } from "vitest/browser";
import { expectAccessible } from "../../../testing/axe.ts";
import { createFaxes } from "../store/faxes.ts";
import { aFaxDocument, RECORDS_LINE } from "../testing/faxes.ts";
import { renderFaxes } from "../testing/render-faxes.tsx";
import { openComposing } from "./fax-composing.ts";

const to = () => page.getByRole("combobox", { name: "To" });
const send = () => page.getByRole("button", { name: "Send", exact: true });
const chips = () => page.getByRole("list", { name: "Recipients" });
const tiles = (): string[] =>
  [...document.querySelectorAll("[data-page]")].map((each) => each.getAttribute("data-page") ?? "");

/** The outbox waits that long before it tries again. */
const RETRY_MS = 1_000;
const HALF_HOUR_S = 1800;

const aFile = (name = "letter.pdf", size = 10): File => new File([new Uint8Array(size)], name);

async function addFiles(...files: readonly File[]): Promise<void> {
  const given = new DataTransfer();
  for (const file of files) given.items.add(file);
  const input = document.querySelector<HTMLInputElement>('input[type="file"]');
  if (!input) throw new Error("There is no field for files");
  input.files = given.files;
  input.dispatchEvent(new Event("change", { bubbles: true }));
  await expect.element(page.getByRole("button", { name: "Preview Page 1" })).toBeVisible();
}

test("numbers are pasted, several at once, and what is none is said", async () => {
  await renderFaxes([], { path: "/faxes/new" });
  await to().click();
  await userEvent.keyboard("212-555-0188,");
  await expect.element(chips()).toHaveTextContent("(212) 555-0188");
  const clipboard = new DataTransfer();
  clipboard.setData("text/plain", "(212) 555-0177\n212-555-0188; nobody");
  to()
    .element()
    .dispatchEvent(
      new ClipboardEvent("paste", { clipboardData: clipboard, bubbles: true, cancelable: true }),
    );
  await expect.element(chips()).toHaveTextContent("(212) 555-0177");
  expect(chips().getByRole("listitem").elements()).toHaveLength(2);
  await expect.element(page.getByText("nobody is not a fax number.")).toBeVisible();
});

test("a number that was typed counts without Enter, when Send is pressed and when the field is left", async () => {
  const { service } = await renderFaxes([], { path: "/faxes/new" });
  await to().click();
  await addFiles(aFile());
  await expect.element(send()).toBeDisabled();
  await to().fill("nobody");
  await expect.element(send()).toBeDisabled();
  await to().fill("212-555-0188");
  await userEvent.keyboard("{Tab}");
  await expect.element(chips()).toHaveTextContent("(212) 555-0188");
  await to().fill("212-555-0177");
  await send().click();
  await expect.poll(() => service.requestsTo("POST /send/fax").length).toBe(1);
  expect(service.requestsTo("POST /send/fax")[0]?.body).toMatchObject({
    to: [{ number: "12125550188" }, { number: "12125550177" }],
  });
});

test("beside a recipient, what was typed and is no number is not left out in silence", async () => {
  await renderFaxes([], { path: "/faxes/new?to=12125550177" });
  await page.getByRole("switch", { name: "Cover page" }).click();
  await expect.element(send()).toBeEnabled();
  await to().fill("June");
  await expect.element(send()).toBeDisabled();
  await expect.element(page.getByText("Finish or clear the recipient field.")).toBeVisible();
  await to().fill("");
  await expect.element(send()).toBeEnabled();
});

test("pages are put in order with the mouse", async () => {
  await renderFaxes([], { path: "/faxes/new" });
  await expect.element(to()).toBeVisible();
  await addFiles(aFile("letter.pdf"), aFile("form.pdf"));
  await expect.poll(() => tiles().length).toBe(4);
  const [first, second, third, fourth] = tiles();
  const sheet = (number: number) => page.getByRole("button", { name: `Preview Page ${number}` });
  await sheet(1).dropTo(sheet(3));
  await expect.poll(tiles).toEqual([second, third, first, fourth]);
  await sheet(4).dropTo(sheet(1));
  await expect.poll(tiles).toEqual([fourth, second, third, first]);
});

test("a fax is scheduled for later", async () => {
  const { service } = await renderFaxes([], { path: "/faxes/new?to=12125550177" });
  await page.getByRole("switch", { name: "Cover page" }).click();
  await page.getByRole("button", { name: "Schedule" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Schedule" }).click();
  await expect.element(page.getByText("Fax scheduled")).toBeVisible();
  await expect.poll(() => service.requestsTo("POST /send/fax").length).toBe(1);
  const [at = 0] = service
    .requestsTo("POST /send/fax")
    .map(({ body }) => (body as { send_at: number }).send_at);
  // The next half hour, by the clock of the machine.
  expect(at % HALF_HOUR_S).toBe(0);
  expect(at - Date.now() / 1000).toBeGreaterThan(0);
  expect(at - Date.now() / 1000).toBeLessThanOrEqual(2 * HALF_HOUR_S);
});

test("files become pages that are put in order, turned and removed, and are sent so", async () => {
  const { service } = await renderFaxes([], { path: "/faxes/new?to=12125550177" });
  await expect.element(chips()).toHaveTextContent("(212) 555-0177");
  await addFiles(aFile("letter.pdf"), aFile("form.pdf"));
  await expect.poll(() => tiles().length).toBe(4);
  const [first] = tiles();
  await page.getByRole("button", { name: "Rotate Page 1" }).click();
  (page.getByRole("button", { name: "Preview Page 1" }).element() as HTMLElement).focus();
  await userEvent.keyboard("{Alt>}{ArrowRight}{/Alt}");
  await expect.poll(() => tiles()[1]).toBe(first);
  await expect.poll(() => document.activeElement?.getAttribute("data-page")).toBe(first);
  await page.getByRole("button", { name: "More for Page 4" }).click();
  await page.getByRole("menuitem", { name: "Remove" }).click();
  await expect.poll(() => tiles().length).toBe(3);
  await send().click();
  await expect.poll(() => service.requestsTo("POST /send/fax").length).toBe(1);
  const [letter, form] = service
    .requestsTo("POST /fax/document")
    .map(({ body }) => (body as { uuid: string }).uuid);
  expect(service.requestsTo("POST /send/fax")[0]?.body).toEqual({
    uuid: expect.any(String),
    mailbox: RECORDS_LINE,
    to: [{ number: "12125550177", name: "" }],
    pages: [
      { document: letter, page: 2, rotate: 0 },
      { document: letter, page: 1, rotate: 90 },
      { document: form, page: 1, rotate: 0 },
    ],
    cover: null,
    resolution: "fine",
    send_at: null,
  });
});

test("a cover alone can be sent, with its subject and note", async () => {
  const { service } = await renderFaxes([], { path: "/faxes/new?to=12125550177" });
  await page.getByRole("switch", { name: "Cover page" }).click();
  await page.getByRole("textbox", { name: "Subject" }).fill("Referral");
  await page.getByRole("textbox", { name: "Note" }).fill("As discussed.");
  await page.getByText("Normal", { exact: true }).click();
  await send().click();
  await expect
    .poll(() => service.requestsTo("POST /send/fax")[0]?.body)
    .toMatchObject({
      pages: [],
      cover: { cover: "plain", subject: "Referral", note: "As discussed." },
      resolution: "normal",
    });
});

test("a file the service refuses says why, and nothing is sent before it is removed", async () => {
  await renderFaxes([], {
    path: "/faxes/new?to=12125550177",
    prepare: (service) => {
      const error = { code: "fax.locked", message: "This PDF is protected by a password." };
      service.on("POST /fax/document", () => ({ status: 422, error }));
    },
  });
  await expect.element(chips()).toBeVisible();
  const given = new DataTransfer();
  given.items.add(aFile("secret.pdf"));
  window.dispatchEvent(new ClipboardEvent("paste", { clipboardData: given }));
  await expect.element(page.getByText("This PDF is protected by a password.")).toBeVisible();
  await expect.element(send()).toBeDisabled();
  await page.getByRole("button", { name: "Remove secret.pdf" }).click();
  await expect.element(page.getByText("Add files or a cover page.")).toBeVisible();
});

test("a file that is empty or too large is refused before it travels", async () => {
  const { service } = await renderFaxes([], { path: "/faxes/new" });
  await expect.element(page.getByText("Add a recipient.")).toBeVisible();
  const given = new DataTransfer();
  given.items.add(aFile("nothing.pdf", 0));
  window.dispatchEvent(new ClipboardEvent("paste", { clipboardData: given }));
  await expect.element(page.getByText("nothing.pdf is empty.")).toBeVisible();
  expect(service.requestsTo("POST /fax/document")).toEqual([]);
});

test("offline, it is kept with its files and sent once the service is back, once", async () => {
  let isAway = true;
  const { service, clock } = await renderFaxes([], {
    path: "/faxes/new?to=12125550177",
    prepare: (fake) => {
      fake.on("POST /fax/document", ({ body }) => {
        if (isAway) return "unreachable";
        const { uuid, name } = body as { uuid: string; name: string };
        return { result: aFaxDocument(uuid, name, 2) };
      });
    },
  });
  await expect.element(chips()).toBeVisible();
  const given = new DataTransfer();
  given.items.add(aFile());
  window.dispatchEvent(new ClipboardEvent("paste", { clipboardData: given }));
  await expect.element(page.getByText("Uploads when you're back online")).toBeVisible();
  await send().click();
  const outbox = page.getByRole("list", { name: "Outbox" });
  await expect.element(outbox).toHaveTextContent("To (212) 555-0177");
  expect(service.requestsTo("POST /send/fax")).toEqual([]);
  isAway = false;
  await expect
    .poll(() => {
      clock.advance(RETRY_MS);
      return service.requestsTo("POST /send/fax").length;
    })
    .toBe(1);
  expect(service.requestsTo("POST /send/fax")[0]?.body).toMatchObject({
    pages: [{ page: 1 }, { page: 2 }],
  });
  await expect.element(outbox).not.toBeInTheDocument();
});

test("what the service refuses says why, and is changed and sent again", async () => {
  let isRefused = true;
  const { service } = await renderFaxes([], {
    path: "/faxes/new?to=12125550000",
    prepare: (fake) => {
      const error = { code: "faxes.noSuchNumber", message: "This is not a number in service." };
      fake
        .on("POST /send/fax", () => (isRefused ? { status: 409, error } : { result: [] }))
        .on("GET /fax/document", ({ query }) => ({ result: aFaxDocument(query.id ?? "", "letter.pdf", 2) }));
    },
  });
  await expect.element(chips()).toBeVisible();
  await addFiles(aFile());
  await expect.poll(() => tiles().length).toBe(2);
  await send().click();
  const outbox = page.getByRole("list", { name: "Outbox" });
  await expect.element(outbox).toHaveTextContent("This is not a number in service.");
  isRefused = false;
  await outbox.getByRole("button", { name: "Edit" }).click();
  await expect.poll(() => tiles().length).toBe(2);
  await page.getByRole("button", { name: "Remove (212) 555-0000" }).click();
  await userEvent.keyboard("2125550177{Enter}");
  await send().click();
  await expect.poll(() => service.requestsTo("POST /send/fax").length).toBe(2);
  expect(service.requestsTo("POST /send/fax")[1]?.body).toMatchObject({
    to: [{ number: "12125550177" }],
    pages: [{ page: 1 }, { page: 2 }],
  });
});

test("what was composed is there again", async () => {
  const document = aFaxDocument("doc-1", "letter.pdf", 3);
  const draft = {
    mailbox: RECORDS_LINE,
    to: [{ number: "12125550177", name: "June Park" }],
    pages: [{ document: "doc-1", page: 3, rotate: 180 }],
    cover: null,
    resolution: "normal",
    send_at: null,
  };
  const { service } = await renderFaxes([], {
    path: "/faxes/new",
    prepare: (fake) => {
      fake.on("GET /fax/draft", () => ({ result: { draft, documents: [document] } }));
    },
  });
  await expect.element(chips()).toHaveTextContent("June Park");
  await expect.poll(() => tiles().length).toBe(1);
  await page.getByRole("button", { name: "Discard" }).click();
  await expect.poll(() => service.requestsTo("PUT /fax/draft").at(-1)?.body).toEqual({ draft: null });
});

test("pictures of a draft that lay open too long are asked for anew", async () => {
  const kept = aFaxDocument("doc-1", "letter.pdf", 2);
  const over = {
    ...kept,
    pages: kept.pages.map((_, index) => ({ thumbnail: `/no-page-${index}?expires=1` })),
  };
  const pages = [1, 2].map((number) => ({ document: "doc-1", page: number, rotate: 0 }));
  const draft = { mailbox: RECORDS_LINE, to: [], pages, cover: null, resolution: "fine", send_at: null };
  const { service } = await renderFaxes([], {
    path: "/faxes/new",
    prepare: (fake) => {
      fake
        .on("GET /fax/draft", () => ({ result: { draft, documents: [over] } }))
        .on("GET /fax/document", () => ({ result: kept }));
    },
  });
  const shown = (): string[] =>
    [...document.querySelectorAll<HTMLImageElement>("[data-page] img")].map(({ src }) => src);
  await expect.poll(shown).toEqual(kept.pages.map(({ thumbnail }) => thumbnail));
  expect(service.requestsTo("GET /fax/document").length).toBeLessThanOrEqual(2);
});

test("that all was sent is told to the service later, where it cannot be now", async () => {
  let isAway = false;
  const { service, store, services } = await renderFaxes([], {
    path: "/faxes/new?to=12125550177",
    prepare: (fake) => {
      fake.on("PUT /fax/draft", () => (isAway ? "unreachable" : { result: null }));
    },
  });
  await page.getByRole("switch", { name: "Cover page" }).click();
  await expect.element(send()).toBeEnabled();
  isAway = true;
  await send().click();
  await expect.poll(() => service.requestsTo("PUT /fax/draft").at(-1)?.body).toEqual({ draft: null });
  await expect.poll(() => store.get("faxDraft")).toBe(JSON.stringify({ userId: 1, draft: null }));
  isAway = false;
  services.faxes.open(createFaxes).composing(openComposing).saveUnsaved();
  await expect.poll(() => store.get("faxDraft")).toBe(null);
});

test("the composer passes axe", async () => {
  const { screen } = await renderFaxes([], { path: "/faxes/new?to=12125550177" });
  await expect.element(chips()).toBeVisible();
  await addFiles(aFile());
  await expectAccessible(screen.container);
});
