import { expect, test, vi } from "vitest";
import { page, userEvent } from "vitest/browser";
import { expectAccessible } from "../../testing/axe.ts";
import { aProfile } from "../../testing/builders.ts";
import { stopLoadingTime } from "../../testing/loading-time.ts";
import { contactNumbered } from "./testing/contacts.ts";
import { renderContacts } from "./testing/render-contacts.tsx";

const rows = () => page.getByRole("grid", { name: "Contacts" }).getByRole("row");
const search = () => page.getByRole("searchbox", { name: "Search contacts" });
const ana = contactNumbered(7, {
  name: "Ana Ruiz",
  fname: "Ana",
  lname: "Ruiz",
  mobile: "12125550177",
  work: "442079460120",
  organization: "Café Olé",
  emails: "ana@mail.example",
});

test("contacts and colleagues stand in one list, which is searched and filtered as one types", async () => {
  await renderContacts([ana, contactNumbered(8, { name: "Zoe" })]);
  await expect.element(rows().first()).toHaveTextContent("Ana Ruiz");
  expect(rows().elements()).toHaveLength(4);
  await search().fill("cafe");
  await expect.poll(() => rows().elements().length).toBe(1);
  await search().fill("(212) 555-01");
  await expect.poll(() => rows().elements().length).toBe(1);
  await search().fill("nobody");
  await expect.element(page.getByText("No results for “nobody”.")).toBeVisible();
  await search().fill("");
  await page.getByLabelText("Show", { exact: true }).first().click();
  await page.getByRole("option", { name: "Colleagues" }).click();
  await expect.poll(() => rows().elements().length).toBe(2);
});

test("a contact shows its numbers, and what can be done over each", async () => {
  await renderContacts([ana], { path: "/contacts/7" });
  const detail = page.getByRole("article", { name: "Ana Ruiz" });
  await expect
    .element(detail.getByRole("link", { name: "(212) 555-0177", exact: true }))
    .toHaveAttribute("href", "tel:12125550177");
  await detail.getByRole("button", { name: "More for (212) 555-0177" }).click();
  await expect.element(page.getByRole("menuitem", { name: "Text" })).toBeVisible();
  await expect.element(page.getByRole("menuitem", { name: "Block" })).toBeVisible();
  await userEvent.keyboard("{Escape}");
  await expect.element(detail.getByText("No calls, messages or tasks yet.")).toBeVisible();
});

test("[CON14] a picture whose address has run out is fetched by a new one, and a blocked number is marked", async () => {
  const over = "/api/files/face?expires=1&signature=x";
  const renewed = "data:image/gif;base64,R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7";
  const { clock } = await renderContacts([{ ...ana, photo: over }], {
    prepare: (service) =>
      service
        .on("GET /contacts/photos", () => ({ result: [{ id: ana.id, photo: renewed }] }))
        .on("GET /caller/route/list", () => ({
          result: [{ phone: "maya", blacklist: [{ caller_number: "12125550177" }] }],
        })),
  });
  const row = rows().filter({ hasText: "Ana Ruiz" });
  await expect.element(row.getByRole("img", { name: "Blocked" })).toBeVisible();
  clock.advance(20);
  await expect.poll(() => document.querySelector(`img[src="${renewed}"]`)).not.toBeNull();
  expect(document.querySelector(`img[src="${over}"]`)).toBeNull();
});

test("chat begins with the colleague it was asked for", async () => {
  const { router } = await renderContacts([], { path: "/contacts/-3" });
  await page.getByRole("button", { name: "Chat" }).click();
  await expect.poll(() => router.state.location.pathname).toBe("/teams/usr3");
});

test("a deleted contact is said to be gone", async () => {
  await renderContacts([ana], {
    path: "/contacts/99",
    prepare: (service) =>
      service.on("GET /contact", () => ({
        status: 404,
        error: { code: "contacts.notFound", message: "Gone" },
      })),
  });
  await expect.element(page.getByText("This contact no longer exists.")).toBeVisible();
});

test("the form refuses what is no number or address, and offers what to do about a duplicate", async () => {
  const saved = vi.fn();
  const text = "A contact with the same work or mobile number already exists";
  await renderContacts([ana], {
    prepare: (service) =>
      service.on("PUT /contact", ({ body }) => {
        saved(body);
        return { result: { id: -1, message: text, existing: "7" } };
      }),
  });
  await page.getByRole("button", { name: "Add contact" }).click();
  const dialog = page.getByRole("dialog", { name: "Add contact" });
  const add = dialog.getByRole("button", { name: "Add", exact: true });
  await expect.element(add).toBeDisabled();
  await dialog.getByLabelText("First name").fill("Ana");
  await dialog.getByLabelText("Number 1", { exact: true }).fill("call me");
  await expect.element(add).toBeDisabled();
  await dialog.getByLabelText("Number 1", { exact: true }).fill("+1 (212) 555-0177");
  await dialog.getByLabelText("Email").fill("nonsense");
  await expect.element(dialog.getByText("nonsense is not a mail address")).toBeVisible();
  await dialog.getByLabelText("Email").fill("");
  await add.click();
  await expect.element(dialog.getByRole("alert")).toHaveTextContent(text);
  expect(saved.mock.calls[0]?.[0]).toMatchObject({ fname: "Ana", mobile: "12125550177" });
  await dialog.getByRole("button", { name: "Open existing" }).click();
  await expect.element(page.getByRole("article", { name: "Ana Ruiz" })).toBeVisible();
});

test("[CON19] tags are typed or chosen from those of the company, shown as chips, and filter the list", async () => {
  const saved = vi.fn();
  const tagged = { ...ana, tags: "VIP,Night shift" };
  await renderContacts([tagged, contactNumbered(8, { name: "Zoe" })], {
    path: "/contacts/7",
    prepare: (service) =>
      service
        .on("GET /contacts/tags", () => ({ result: ["Gold", "Night shift", "VIP"] }))
        .on("PUT /contact", ({ body }) => {
          saved(body);
          return { result: { id: 7, message: null, existing: null } };
        }),
  });
  const detail = page.getByRole("article", { name: "Ana Ruiz" });
  await expect.element(detail.getByRole("listitem").filter({ hasText: "Night shift" })).toBeVisible();
  await detail.getByRole("button", { name: "Edit" }).click();
  const dialog = page.getByRole("dialog", { name: "Edit contact" });
  const field = dialog.getByRole("combobox", { name: "Tags" });
  await field.fill("go");
  await page.getByRole("option", { name: "Gold" }).click();
  await field.fill("vip");
  await userEvent.keyboard("{Enter}");
  await field.fill("Oak Street,");
  await expectAccessible(document.body);
  await dialog.getByRole("button", { name: "Save" }).click();
  await expect
    .poll(() => saved.mock.calls[0]?.[0])
    .toMatchObject({ tags: "VIP,Night shift,Gold,Oak Street" });
  await page.getByLabelText("Show", { exact: true }).first().click();
  await page.getByRole("option", { name: "Tag: VIP" }).click();
  await expect.poll(() => rows().elements().length).toBe(1);
});

test("a list that cannot be loaded says so and tries again", async () => {
  let isDown = true;
  await renderContacts([], {
    // A contact that no earlier test has kept, or is just about to keep.
    profile: { id: 4711 },
    people: [],
    prepare: (service) =>
      service.on("GET /contacts", () =>
        isDown
          ? { status: 500, error: { code: "server", message: "Down" } }
          : {
              result: {
                contacts: [ana],
                deleted: [],
                cursor: "1.1",
                more: false,
                reset: false,
                speeddial: [],
              },
            },
      ),
  });
  await expect.element(page.getByText("Your contacts could not be loaded.")).toBeVisible();
  isDown = false;
  await page.getByRole("button", { name: /again/i }).click();
  await expect.element(rows().first()).toHaveTextContent("Ana Ruiz");
});

test.each(["light", "dark"] as const)("the area passes axe in %s", async (scheme) => {
  await renderContacts([ana], { path: "/contacts/7", scheme });
  await expect.element(page.getByRole("article", { name: "Ana Ruiz" })).toBeVisible();
  await expectAccessible(document.body);
});

test("[LOAD1] a timeline that comes right after its skeleton waits until that was seen", async () => {
  let arrive = (): void => {};
  const arrival = new Promise<void>((resolve) => {
    arrive = resolve;
  });
  const { pass, until } = stopLoadingTime();
  await renderContacts([ana], {
    path: "/contacts/7",
    prepare: (service) =>
      service.on("GET /contact/timeline", async () => {
        await arrival;
        return { result: { entries: [], next: null, kinds: [] } };
      }),
  });
  const skeleton = page
    .getByRole("region", { name: "Timeline" })
    .getByRole("status", { name: "Loading", includeHidden: true });
  await until(() => skeleton.query() !== null);
  await pass(210);
  arrive();
  await pass(20);
  await pass(100);
  expect(skeleton.query()).not.toBeNull();
  await pass(100);
  await expect.element(page.getByText("No calls, messages or tasks yet.")).toBeVisible();
  expect(skeleton.query()).toBeNull();
});

test("[CON17] without an address book colleagues are all there is, and nothing is asked that is refused", async () => {
  const features = { ...aProfile().features, contacts: false };
  const { service, router } = await renderContacts([ana], { profile: { features } });
  await expect.poll(() => rows().elements().length).toBe(2);
  expect(page.getByRole("button", { name: "Add contact" }).query()).toBeNull();
  await rows().filter({ hasText: "Ines Duarte" }).click();
  await expect.poll(() => router.state.location.pathname).toBe("/contacts/-3");
  const detail = page.getByRole("article", { name: "Ines Duarte" });
  await expect.element(detail.getByRole("button", { name: "Chat" })).toBeVisible();
  expect(detail.getByRole("button", { name: "Speed dial" }).query()).toBeNull();
  for (const path of ["GET /contacts", "GET /contact", "GET /contact/timeline"])
    expect(service.requestsTo(path)).toEqual([]);
});
