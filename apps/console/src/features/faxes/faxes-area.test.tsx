import { expect, test } from "vitest";
import { page, userEvent } from "vitest/browser";
import { expectAccessible } from "../../testing/axe.ts";
import { aFailedFax, aFax, aSentFax, INTAKE_LINE, NOW_SECONDS } from "./testing/faxes.ts";
import { renderFaxes } from "./testing/render-faxes.tsx";

const row = (name: RegExp) => page.getByRole("row", { name });
const rows = () =>
  page
    .getByRole("row")
    .elements()
    .map((each) => each.textContent);

test("a row tells who sent it, when, how many pages and on which line", async () => {
  await renderFaxes([
    aFax(),
    aFax({ id: "fax-2", mailbox: INTAKE_LINE, name: "Intake", time: NOW_SECONDS - 60 }),
  ]);
  await expect.element(row(/June Park.*15 Minutes Ago.*3 pages.*Records/)).toBeVisible();
  await expect.element(row(/June Park.*1 Minute Ago.*3 pages.*Intake/)).toBeVisible();
});

test.each([
  ["sent", aSentFax(), "Success"],
  ["on its way", aSentFax({ dlr_status: -1, page: 3, pages: 12 }), "Page 3 of 12"],
  [
    "waiting for its next try",
    aSentFax({
      dlr_status: -1,
      tries: 1,
      next_try: NOW_SECONDS + 6120,
      dlr_error: "The other side was busy",
    }),
    "Try 2 of 3, next at 05:42 AM: The other side was busy",
  ],
  [
    "scheduled",
    aSentFax({ dlr_status: -1, tries: 0, next_try: NOW_SECONDS + 6120 }),
    "Scheduled for today at 05:42 AM",
  ],
  ["failed", aFailedFax(), "The other side answered but is no fax machine"],
] as const)("a fax that is %s says so in its row", async (_state, fax, words) => {
  await renderFaxes([fax]);
  await expect.element(row(/June Park|555-0177/)).toHaveTextContent(words);
});

test("a fax with a damaged page says so in its row", async () => {
  await renderFaxes([aFax({ damaged: [2] })]);
  await expect.element(page.getByRole("img", { name: "Page 2 arrived damaged." })).toBeVisible();
});

test("events change the list: new, delivered, deleted and given to somebody", async () => {
  const sending = aSentFax({ dlr_status: -1, page: 1, pages: 2 });
  const { tell } = await renderFaxes([sending]);
  await expect.element(row(/Page 1 of 2/)).toBeVisible();
  tell({
    type: "FAX_DLR",
    mailbox: sending.mailbox,
    id: sending.id,
    fax: { ...sending, dlr_status: 0, page: 0 },
  });
  await expect.element(row(/Success/)).toBeVisible();
  const news = aFax({ id: "fax-9", callername: "Tom Reyes", callerId: "12125550188", time: NOW_SECONDS });
  tell({ type: "FAX_NEW", mailbox: news.mailbox, id: news.id, fax: news });
  tell({ type: "FAX_NEW", mailbox: news.mailbox, id: news.id, fax: news });
  await expect.poll(() => rows().length).toBe(2);
  expect(rows()[0]).toContain("Tom Reyes");
  tell({ type: "FAX_DELETED", mailbox: news.mailbox, ids: [news.id] });
  await expect.poll(() => rows().length).toBe(1);
});

test("direction, line and filter choose what is listed, and an empty list says why", async () => {
  await renderFaxes([aFax({ new: false }), aFailedFax({ id: "fax-2", called: "12125550199" })]);
  await expect.poll(() => rows().length).toBe(2);
  await page.getByText("Sent", { exact: true }).click();
  await expect.poll(() => rows().length).toBe(1);
  await page.getByText("Received", { exact: true }).click();
  await expect.element(row(/June Park/)).toBeVisible();
  await page.getByText("All", { exact: true }).click();
  const choose = async (field: string, option: string): Promise<void> => {
    await page.getByRole("combobox", { name: field }).click();
    await page.getByRole("option", { name: option }).click();
  };
  await choose("Show", "Failed");
  await expect.poll(() => rows().length).toBe(1);
  await choose("Show", "Assigned to me");
  await expect.element(page.getByText("No faxes are assigned to you.")).toBeVisible();
  await choose("Show", "All faxes");
  await choose("Line", "Intake");
  await expect.element(page.getByText("No faxes yet.")).toBeVisible();
});

test("a fax that lies open before the user is read, once", async () => {
  const { service } = await renderFaxes([aFax()]);
  await row(/June Park/).click();
  await expect
    .poll(() => service.requestsTo("PUT /messages/read").map(({ body }) => body))
    .toEqual([{ type: "fax", line: aFax().mailbox, ids: ["fax-1"] }]);
  await expect.element(page.getByRole("img", { name: "New" })).not.toBeInTheDocument();
});

test("the list is walked by keys and opened by Enter", async () => {
  const many = Array.from({ length: 30 }, (_, index) =>
    aFax({
      id: `fax-${index}`,
      callername: `Caller ${index}`,
      time: NOW_SECONDS - 60 * (index + 1),
      new: false,
    }),
  );
  const { router } = await renderFaxes(many);
  await expect.element(row(/Caller 0 /)).toBeVisible();
  (page.getByRole("grid", { name: "Faxes" }).element() as HTMLElement).focus();
  await userEvent.keyboard("{ArrowDown}{ArrowDown}{Enter}");
  await expect.poll(() => router.state.location.pathname).toMatch(/^\/faxes\/12125550130\/fax-[12]\/INBOX$/);
});

test("a list that cannot be loaded can be tried again", async () => {
  let isAway = true;
  await renderFaxes([aFax()], {
    prepare: (service) => {
      service.on("GET /fax/messages", () => (isAway ? { status: 400 } : { result: [aFax()] }));
    },
  });
  await expect.element(page.getByText("Your faxes could not be loaded.")).toBeVisible();
  isAway = false;
  await page.getByRole("button", { name: "Try again" }).click();
  await expect.element(row(/June Park/)).toBeVisible();
});

test("a line of somebody else is refused in the specification's words", async () => {
  await renderFaxes([], { path: "/faxes/12125550999/fax-1/INBOX" });
  await expect.element(page.getByText("Please check if user has access to this Fax Line")).toBeVisible();
});

test("list and detail pass axe", async () => {
  const { screen } = await renderFaxes([aFailedFax(), aFax({ id: "fax-2", time: NOW_SECONDS - 60 })], {
    path: "/faxes/12125550130/fax-1/SENT",
  });
  await expect.element(page.getByRole("article", { name: "Fax" })).toBeVisible();
  await expectAccessible(screen.container);
});
