import { randomUUID } from "node:crypto";
import type { APIRequestContext, BrowserContext, Page } from "@playwright/test";
import { contactRows, searchContacts } from "../../support/contacts.ts";
import { openAccountMenu, people, signIn } from "../../support/demo-people.ts";
import { conversationRows, LINES, textFromOutside } from "../../support/messages.ts";
import { signInForCalls } from "../../support/phone/sign-in.ts";
import { expect, test } from "../../support/test.ts";

const { ines, maya } = people;
const PATIENCE_MS = 40_000;
const OUTAGE = [
  /ERR_INTERNET_DISCONNECTED|WebSocket connection|Failed to load resource/,
  /error occurred when fetching the script/,
];

/** Holds back the next answers to these requests, which the service has already given. */
async function holdBack(page: Page, address: RegExp) {
  let release = (): void => {};
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  let asked = 0;
  let answered = 0;
  await page.route(address, async (route) => {
    const response = await route.fetch();
    asked += 1;
    await released;
    await route.fulfill({ response });
    answered += 1;
  });
  return { release, asked: () => asked, answered: () => answered };
}

/** After an outage the page has asked anew, and waits for an answer that is getting old. */
async function recoverHolding(page: Page, context: BrowserContext, address: RegExp) {
  const held = await holdBack(page, address);
  await context.setOffline(true);
  await expect(page.getByText("Network offline")).toBeVisible({ timeout: PATIENCE_MS });
  await context.setOffline(false);
  await expect.poll(held.asked, { timeout: PATIENCE_MS }).toBeGreaterThan(0);
  return {
    /** The old answer comes, and is drawn. */
    release: async (): Promise<void> => {
      held.release();
      await expect.poll(() => held.answered() === held.asked()).toBe(true);
      await page.evaluate(
        () => new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve, 300))),
      );
      await page.unroute(address);
    },
  };
}

/** Without the words for how long ago, which change while one looks. */
async function rowTexts(page: Page): Promise<readonly string[]> {
  const texts = await conversationRows(page).allInnerTexts();
  return texts.map((text) => text.replace(/Just Now|\d+ Minutes? Ago|Today|Yesterday/g, "").trim());
}

test("[LIV1] a text that arrives while an older answer is on its way stays in the list", async ({
  page,
  context,
  complaints,
}) => {
  complaints.expect(...OUTAGE);
  await signIn(page, ines, "/messages");
  await expect(conversationRows(page).first()).toBeVisible();
  const older = await recoverHolding(page, context, /\/api\/sms\/conversations\?/);

  const text = "Is the tide in yet?";
  await textFromOutside(page, { from: "12125550158", to: LINES.scheduling, text });
  const row = conversationRows(page).filter({ hasText: text });
  await expect(row).toHaveCount(1, { timeout: PATIENCE_MS });
  await older.release();
  await expect(row).toHaveCount(1);
  await expect(conversationRows(page).first()).toContainText(text);

  // What events made of the list is what the service has. Until the number is looked up it stands for the name.
  await expect(row).toContainText("St. Brigid Hospital");
  const shown = await rowTexts(page);
  await page.reload();
  await expect(row).toHaveCount(1);
  await expect.poll(() => rowTexts(page)).toEqual(shown);
});

/** What one part of the console shows, and what makes it show something else. */
interface Race {
  readonly address: RegExp;
  readonly open: (page: Page) => Promise<void>;
  readonly look: (page: Page) => Promise<number | string | null>;
  readonly change: (means: Means) => Promise<unknown>;
}

interface Means {
  readonly page: Page;
  /** Apart from the page, for what others do. */
  readonly request: APIRequestContext;
  readonly url: string;
}

const messagesBadge = (page: Page) =>
  page
    .getByRole("navigation", { name: "Main" })
    .getByRole("link", { name: "Messages" })
    .getByRole("img", { name: /unread/ });
const callRows = (page: Page) => page.getByRole("grid", { name: "Calls" }).getByRole("row");
const taskRows = (page: Page) => page.getByRole("grid", { name: "Tasks" }).getByRole("row");
const afterHours = (page: Page) => page.getByRole("menuitemcheckbox", { name: /After-hours/ });

const RACES: Readonly<Record<string, Race>> = {
  "a missed call": {
    address: /\/api\/phone\/cdrs\?/,
    open: async (page) => {
      await page.goto("/calls");
      await expect(callRows(page).first()).toBeVisible();
    },
    look: (page) => callRows(page).filter({ hasText: "Tidewater" }).count(),
    change: async ({ request, url }) => {
      await request.post(`${url}/dev/calls?from=13125550123&to=12125550143&name=Tidewater%20Freight`);
      const last = async () => (await (await request.get(`${url}/dev/calls.json`)).json()).calls.at(-1);
      await expect.poll(async () => (await last()).state).toBe("ringing");
      await request.post(`${url}/dev/calls/hangup`);
    },
  },
  "a colleague's new task": {
    address: /\/api\/tasks\?/,
    open: async (page) => {
      await page.goto("/tasks");
      await expect(taskRows(page).first()).toBeVisible();
    },
    look: (page) => taskRows(page).filter({ hasText: "Count the life jackets" }).count(),
    change: async ({ request, url }) => {
      const user = await signInForCalls(request, url, ines.username);
      const { id } = await user.call<{ id: number }>("GET", "/myProfile");
      const colleague = await signInForCalls(request, url, maya.username);
      await colleague.call("POST", "/task", {
        uuid: randomUUID(),
        source: "own",
        source_id: randomUUID(),
        assigned_to: id,
        note: "Count the life jackets",
      });
    },
  },
  "an unread text": {
    address: /\/api\/messages\/unread/,
    open: async (page) => {
      await page.goto("/calls");
      await expect(messagesBadge(page)).toBeVisible();
    },
    look: (page) => messagesBadge(page).getAttribute("aria-label"),
    change: ({ page }) =>
      textFromOutside(page, { from: "12125550157", to: LINES.scheduling, text: "Low tide at six" }),
  },
  "a colleague's status": {
    address: /\/api\/people\?type=corporate/,
    open: async (page) => {
      await page.goto("/contacts");
      await searchContacts(page, maya.name);
      await expect(contactRows(page)).toHaveCount(1);
    },
    look: (page) => contactRows(page).textContent(),
    change: async ({ request, url }) => {
      const colleague = await signInForCalls(request, url, maya.username);
      await colleague.call("POST", "/user/status", {
        uuid: randomUUID(),
        status: { name: `At the boathouse until ${Date.now()}` },
      });
    },
  },
  "a queue joined or left on another device": {
    address: /\/api\/myQueues/,
    open: async (page) => {
      await page.goto("/calls");
      await openAccountMenu(page, ines);
      await page.getByRole("menuitem", { name: "Manage queue availability" }).hover();
      await expect(afterHours(page)).toBeVisible();
    },
    look: (page) => afterHours(page).getAttribute("aria-checked"),
    change: async ({ request, url }) => {
      const user = await signInForCalls(request, url, ines.username);
      const queues = await user.call<readonly { id: number; name: string; available: string }[]>(
        "GET",
        "/myQueues?phone=ines",
      );
      const queue = queues.find(({ name }) => name === "After-hours");
      const step = queue?.available === "1" ? "logout" : "login";
      await user.call("PUT", `/queue/${step}`, { queue: queue?.id, phone: "ines" });
    },
  },
};

for (const [what, { address, open, look, change }] of Object.entries(RACES))
  test(`[LIV1] ${what} stays when an older answer comes`, async ({
    page,
    context,
    complaints,
    request,
    server,
  }) => {
    complaints.expect(...OUTAGE);
    await signIn(page, ines);
    await open(page);
    const older = await recoverHolding(page, context, address);
    const before = await look(page);
    await change({ page, request, url: server.url });
    await expect.poll(() => look(page), { timeout: PATIENCE_MS }).not.toBe(before);
    const after = await look(page);
    await older.release();
    expect(await look(page)).toBe(after);

    // And it is what the service has.
    await open(page);
    await expect.poll(() => look(page)).toBe(after);
  });
