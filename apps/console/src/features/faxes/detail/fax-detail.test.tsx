import type { FaxTry } from "@offhook/contract";
import { expect, test } from "vitest";
import { page, userEvent } from "vitest/browser";
import { aDoor } from "../../teams/testing/a-door.ts";
import { dev } from "../../teams/testing/render-teams.tsx";
import { aFailedFax, aFax, aSentFax, NOW_SECONDS, RECORDS_LINE } from "../testing/faxes.ts";
import { renderFaxes } from "../testing/render-faxes.tsx";

const detail = () => page.getByRole("article", { name: "Fax" });
const delivery = () => page.getByRole("region", { name: "Delivery", exact: true });
const RECEIVED = `/faxes/${RECORDS_LINE}/fax-1/INBOX`;
const SENT = `/faxes/${RECORDS_LINE}/fax-1/SENT`;

const more = async (item: string): Promise<void> => {
  await page.getByRole("button", { name: "More for this fax" }).click();
  await page.getByRole("menuitem", { name: item }).click();
};

const aTry = (fields: Partial<FaxTry> = {}): FaxTry => ({
  number: 1,
  started: NOW_SECONDS - 900,
  ended: NOW_SECONDS - 880,
  way: "t38",
  reason: "busy",
  detail: "486 Busy Here",
  pages_sent: 0,
  station: "",
  ...fields,
});

test("its pages are shown, with who sent them", async () => {
  await renderFaxes([aFax({ new: false })], { path: RECEIVED });
  await expect.element(detail().getByRole("heading", { name: "June Park" })).toBeVisible();
  await expect.element(page.getByText("Page 1 of 1")).toBeVisible();
  await expect.element(page.getByRole("button", { name: "Print" })).toBeEnabled();
  await expect.element(detail().getByRole("button", { name: "Send fax" })).toBeVisible();
});

test("pages that arrived damaged are said", async () => {
  await renderFaxes([aFax({ new: false, damaged: [2, 5] })], { path: RECEIVED });
  await expect.element(detail()).toHaveTextContent("Pages 2 and 5 arrived damaged.");
});

test("a failed one says why and what to do, and is tried again", async () => {
  const fax = aFailedFax();
  const { service, tell } = await renderFaxes([fax], { path: SENT });
  await expect.element(delivery()).toHaveTextContent("The other side answered but is no fax machine");
  await expect.element(delivery()).toHaveTextContent("Ask the recipient for their fax number.");
  await page.getByRole("button", { name: "Retry" }).click();
  await expect.poll(() => service.requestsTo("POST /fax/retry").length).toBe(1);
  tell({ type: "FAX_DLR", mailbox: fax.mailbox, id: fax.id, fax: { ...fax, dlr_status: -1, dlr_error: "" } });
  await expect.element(delivery()).toHaveTextContent("Sending");
  expect(service.requestsTo("POST /fax/retry")[0]?.body).toEqual({ mailbox: RECORDS_LINE, id: "fax-1" });
});

test("a failed one is sent again to another number", async () => {
  const { service } = await renderFaxes([aFailedFax()], { path: SENT });
  await page.getByRole("button", { name: "Send again to another number" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("combobox", { name: "To" }).fill("(212) 555-0188");
  await userEvent.keyboard("{Enter}");
  await dialog.getByRole("button", { name: "Send" }).click();
  await expect
    .poll(() => service.requestsTo("POST /fax/again")[0]?.body)
    .toEqual({
      uuid: expect.any(String),
      mailbox: RECORDS_LINE,
      id: "fax-1",
      from: RECORDS_LINE,
      to: [{ number: "12125550188", name: "" }],
    });
});

test("one on its way tells its page, and can be canceled", async () => {
  const fax = aSentFax({ dlr_status: -1, page: 3, pages: 12 });
  const { service, tell } = await renderFaxes([fax], { path: SENT });
  await expect.element(delivery()).toHaveTextContent("Page 3 of 12");
  tell({ type: "FAX_DLR", mailbox: fax.mailbox, id: fax.id, fax: { ...fax, page: 4 } });
  await expect.element(delivery()).toHaveTextContent("Page 4 of 12");
  await page.getByRole("button", { name: "Cancel fax" }).click();
  await expect.poll(() => service.requestsTo("POST /fax/cancel").length).toBe(1);
  const canceled = { ...fax, dlr_status: 13, dlr_error: "Somebody canceled it" };
  tell({ type: "FAX_DLR", mailbox: fax.mailbox, id: fax.id, fax: canceled });
  await expect.element(delivery()).toHaveTextContent("Somebody canceled it");
  expect(service.requestsTo("POST /fax/cancel")).toHaveLength(1);
});

test("one that waits for its next try can be tried at once", async () => {
  const fax = aSentFax({
    dlr_status: -1,
    next_try: NOW_SECONDS + 6120,
    dlr_error: "The other side was busy",
  });
  const { service } = await renderFaxes([fax], { path: SENT });
  await expect.element(delivery()).toHaveTextContent("Try 2 of 3, next at 05:42 AM");
  await page.getByRole("button", { name: "Try now" }).click();
  await expect.poll(() => service.requestsTo("POST /fax/retry").length).toBe(1);
});

test("each try is in the log with what was said, and the receipt can be read", async () => {
  await renderFaxes([aSentFax({ tries: 2 })], {
    path: SENT,
    details: {
      attempts: [aTry(), aTry({ number: 2, reason: null, detail: "", pages_sent: 3, station: "JUNE PARK" })],
      has_receipt: true,
    },
  });
  const log = page.getByRole("region", { name: "Delivery log" });
  await expect.element(log).toHaveTextContent(/Try 1.*The other side was busy.*486 Busy Here/);
  await expect.element(log).toHaveTextContent(/Try 2.*Delivered.*3 of 3 pages.*JUNE PARK/);
  await page.getByText("Receipt", { exact: true }).click();
  await expect.element(page.getByRole("region", { name: "Receipt", exact: true })).toBeVisible();
  await expect.element(page.getByText("Page 1 of 1")).toBeVisible();
});

test("it is deleted at once, and back when that is undone", async () => {
  const { service, router } = await renderFaxes([aFax({ new: false })], { path: RECEIVED });
  await page.getByRole("button", { name: "Delete", exact: true }).click();
  await expect.poll(() => router.state.location.pathname).toBe("/faxes");
  await expect.element(page.getByRole("row", { name: /June Park/ })).not.toBeInTheDocument();
  await page.getByRole("button", { name: "Undo" }).click();
  await expect.element(page.getByRole("row", { name: /June Park/ })).toBeVisible();
  expect(service.requestsTo("POST /fax/restore")[0]?.body).toEqual({ mailbox: RECORDS_LINE, id: "fax-1" });
});

test("it is forwarded by mail", async () => {
  const { service } = await renderFaxes([aFax({ new: false })], {
    path: RECEIVED,
    prepare: (fake) => fake.on("POST /fax/mail", () => ({ result: null })),
  });
  await more("Forward by email");
  await page.getByRole("textbox", { name: "Email" }).fill("tom@y.example");
  await page.getByRole("dialog").getByRole("button", { name: "Send" }).click();
  await expect.element(page.getByText("Sent to tom@y.example")).toBeVisible();
  expect(service.requestsTo("POST /fax/mail")[0]?.body).toMatchObject({ id: "fax-1", to: "tom@y.example" });
});

test("it goes to a colleague as a chat message, with its pages and a note", async () => {
  const { door, chat } = await aDoor();
  const sent: unknown[] = [];
  chat.store.subscribe(({ outbox }) =>
    sent.push(...outbox.map(({ topic, typed, files }) => ({ topic, typed, name: files[0]?.file.name }))),
  );
  await renderFaxes([aFax({ new: false })], { path: RECEIVED, door });
  await more("Forward to a colleague");
  await page.getByRole("checkbox", { name: "Dev Patel" }).click();
  await page.getByRole("textbox", { name: "Note" }).fill("For your file.");
  await page.getByRole("button", { name: "Forward", exact: true }).click();
  await expect.element(page.getByText("Fax forwarded")).toBeVisible();
  expect(sent[0]).toEqual({
    topic: dev.id,
    typed: "Fax from June Park\nFor your file.",
    name: "fax-12125550177-20300107-0845.pdf",
  });
});

test("marked unread, it stays so although it lay open", async () => {
  const { service, router } = await renderFaxes([aFax({ new: false, read_by: [1] })], { path: RECEIVED });
  await more("Mark unread");
  await expect.poll(() => router.state.location.pathname).toBe("/faxes");
  expect(service.requestsTo("PUT /messages/unread")[0]?.body).toMatchObject({ type: "fax", ids: ["fax-1"] });
  expect(service.requestsTo("PUT /messages/read")).toEqual([]);
});

test("out of reach, what the list knows is shown all the same; one that is gone says so", async () => {
  const { router } = await renderFaxes([aFax({ new: false })], {
    path: RECEIVED,
    prepare: (service) => {
      service.on("GET /fax/details", ({ query }) =>
        query.id === "fax-1"
          ? "unreachable"
          : { status: 404, error: { code: "fax.notFound", message: "Gone" } },
      );
    },
  });
  await expect.element(detail()).toHaveTextContent("June Park");
  router.history.push(`/faxes/${RECORDS_LINE}/fax-99/INBOX`);
  await expect.element(page.getByText("This fax no longer exists.")).toBeVisible();
});
