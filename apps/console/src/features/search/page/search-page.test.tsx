import {
  createMemoryHistory,
  createRootRoute,
  createRoute,
  createRouter,
  RouterProvider,
} from "@tanstack/react-router";
import { describe, expect, test } from "vitest";
import { page, userEvent } from "vitest/browser";
import { expectAccessible } from "../../../testing/axe.ts";
import type { FakeService } from "../../../testing/fake-service.ts";
import { renderSignedIn, type SignedInOptions } from "../../../testing/render-signed-in.tsx";
import { SearchPage } from "./search-page.tsx";

const aText = (id: string, text: string) => ({
  id,
  smsLine: "12125550110",
  conversation: "12125550177",
  kind: "text",
  direction: "in",
  text,
  sent_by_name: "",
  time: 1_890_000_000_000,
  files: [],
});
const texts = (count: number, from = 0) =>
  Array.from({ length: count }, (_, at) => aText(`m${from + at}`, `zebra number ${from + at}`));

function found(change: object = {}) {
  const lists = [
    "contacts",
    "smsMessages",
    "smsConversations",
    "cdrs",
    "fax",
    "voicemails",
    "teams",
    "tasks",
  ];
  const nothing = Object.fromEntries(lists.map((name) => [name, []]));
  return { result: { ...nothing, totals: {}, more: [], failed: [], ...change } };
}

async function openPage(
  path: string,
  prepare: (service: FakeService) => void,
  options: SignedInOptions = {},
) {
  const root = createRootRoute();
  const search = createRoute({ getParentRoute: () => root, path: "/search", component: SearchPage });
  const rest = createRoute({ getParentRoute: () => root, path: "/$", component: () => null });
  const router = createRouter({
    routeTree: root.addChildren([search, rest]),
    history: createMemoryHistory({ initialEntries: [path] }),
    parseSearch: (text) => Object.fromEntries(new URLSearchParams(text)),
  });
  const rendered = await renderSignedIn(<RouterProvider router={router as never} />, { ...options, prepare });
  return { ...rendered, router };
}

const section = (name: RegExp) => page.getByRole("region", { name });
const field = () => page.getByRole("textbox", { name: "Search everything" });

test("[SCR8] the address says what is searched for, and back leads to what was before", async () => {
  const { router, service, clock } = await openPage("/search?q=zebra", (fake) =>
    fake.on("GET /search/query", ({ query }) =>
      found({ smsMessages: [aText(query.q ?? "", `found for ${query.q}`)], totals: { smsm: 1 } }),
    ),
  );
  await expect.element(section(/^Texts 1/)).toHaveTextContent("found for zebra");
  await expect.element(page.getByRole("link", { name: "Texts 1" })).toBeVisible();
  await field().fill("lion");
  await userEvent.keyboard("{Enter}");
  await expect.element(section(/^Texts/)).toHaveTextContent("found for lion");
  router.history.back();
  await expect.element(section(/^Texts/)).toHaveTextContent("found for zebra");
  await expect.element(field()).toHaveValue("zebra");
  await field().fill("tiger");
  clock.advance(800);
  await expect.element(section(/^Texts/)).toHaveTextContent("found for tiger");
  expect(router.history.location.href).toBe("/search?q=tiger");
  expect(service.requestsTo("GET /search/query").map(({ query }) => query.q)).toContain("tiger");
});

describe("pages", () => {
  test("[SCR7] more comes twelve at a time, and a page that fails can be asked for again", async () => {
    let isBroken = true;
    const { service } = await openPage("/search?q=zebra", (fake) =>
      fake.on("GET /search/query", ({ query }) => {
        const offset = Number(query.offset);
        if (offset > 0 && isBroken) return { status: 500 };
        const more = offset === 0 ? ["smsm"] : [];
        return found({ smsMessages: texts(offset === 0 ? 12 : 3, offset), totals: { smsm: 15 }, more });
      }),
    );
    await expect.element(section(/^Texts 15/)).toBeVisible();
    expect(
      section(/^Texts/)
        .getByRole("listitem")
        .elements(),
    ).toHaveLength(12);
    await page.getByRole("button", { name: "More texts" }).click();
    await expect.element(section(/^Texts/).getByText("Failed to load more data")).toBeVisible();
    isBroken = false;
    await page.getByRole("button", { name: "Try again" }).click();
    await expect
      .poll(
        () =>
          section(/^Texts/)
            .getByRole("listitem")
            .elements().length,
      )
      .toBe(15);
    await expect.element(page.getByRole("button", { name: "More texts" })).not.toBeInTheDocument();
    expect(service.requestsTo("GET /search/query").at(-1)?.query).toMatchObject({
      q: "zebra",
      categories: "smsm",
      offset: "12",
      limit: "12",
    });
  });

  test("[SCR7] a category that fails says so and leaves the others alone", async () => {
    await openPage("/search?q=zebra", (fake) =>
      fake.on("GET /search/query", () => found({ smsMessages: texts(1), failed: ["cdrs"] })),
    );
    await expect.element(section(/^Calls/)).toHaveTextContent("Search failed. Try again later");
    await expect.element(section(/^Texts/)).toHaveTextContent("zebra number 0");
    await expectAccessible(document.body);
  });

  test("[SCR8] what happens meanwhile is found without taking away what is shown", async () => {
    let count = 1;
    const { tell, clock } = await openPage("/search?q=zebra", (fake) =>
      fake.on("GET /search/query", () => found({ smsMessages: texts(count), totals: { smsm: count } })),
    );
    await expect.element(section(/^Texts 1/)).toBeVisible();
    count = 2;
    tell({ type: "CONTACT_UPDATE" } as never);
    clock.advance(300);
    await expect.element(section(/^Texts 2/)).toHaveTextContent("zebra number 1");
  });

  test("[SCR8] on a busy line, what keeps changing is asked for every three seconds", async () => {
    const { tell, clock, service } = await openPage("/search?q=zebra", (fake) =>
      fake.on("GET /search/query", () => found({ smsMessages: texts(1), totals: { smsm: 1 } })),
    );
    const asked = (): number => service.requestsTo("GET /search/query").length;
    await expect.element(section(/^Texts 1/)).toBeVisible();
    const before = asked();
    for (let news = 0; news < 20; news += 1) {
      tell({ type: "CONTACT_UPDATE" } as never);
      clock.advance(100);
    }
    await expect.poll(asked).toBe(before + 1);
    clock.advance(3_000);
    await expect.poll(asked).toBe(before + 2);
  });
});

test("[SCR9] contacts of a provider stand among the others, and their numbers are sent along", async () => {
  const contact = { id: "google-7", type: "google", name: "Zebra Zoo", mobile: "12125550199" };
  const { service } = await openPage("/search?q=zebra", (fake) =>
    fake
      .on("GET /google/contacts", () => ({
        result: {
          connected: true,
          more: false,
          contacts: [{ ...contact, organization: "", emails: "", photo: null }],
        },
      }))
      .on("GET /microsoft/contacts", () => ({ status: 500 }))
      .on("GET /search/query", () => found()),
  );
  await expect.element(section(/^Contacts 1/)).toHaveTextContent("Zebra Zoo");
  await expect.element(section(/^Contacts 1/)).toHaveTextContent("Google");
  expect(service.requestsTo("GET /search/query")[0]?.query.match).toBe("12125550199");
});

test("[SCR5] filters are buttons of the same text", async () => {
  await openPage("/search?q=zebra", (fake) => fake.on("GET /search/query", () => found()));
  await page.getByRole("button", { name: "Unread" }).click();
  await expect.element(field()).toHaveValue("zebra is:unread ");
  await expect
    .element(page.getByRole("button", { name: "Unread", exact: true }))
    .toHaveAttribute("aria-pressed", "true");
  await page.getByRole("button", { name: "Remove filter Unread" }).click();
  await expect.element(field()).toHaveValue("zebra");
});
