import { expect, test } from "vitest";
import { page, userEvent } from "vitest/browser";
import { expectAccessible } from "../../testing/axe.ts";
import { aProfile } from "../../testing/builders.ts";
import { aTask } from "../tasks/testing/tasks.ts";
import { aConversation, aMessage, aPage, LINE, PARTY } from "./testing/messages.ts";
import { renderMessages } from "./testing/render-messages.tsx";

const rows = () => page.getByRole("grid", { name: "Conversations" }).getByRole("row");
const field = () => page.getByRole("textbox", { name: "Message" });
const ME = aProfile().id;
const path = `/messages/${PARTY}/${LINE}`;

test("a list that cannot be loaded says so, and is there after another try", async () => {
  let isDown = true;
  await renderMessages({
    prepare: (service) =>
      service.on("GET /sms/conversations", () =>
        isDown
          ? "unreachable"
          : { result: { conversations: [aConversation({ subtitle: "Hi" })], next: null } },
      ),
  });
  await expect.element(page.getByText("Your messages could not be loaded.")).toBeVisible();
  isDown = false;
  await page.getByRole("button", { name: "Try again" }).click();
  await expect.element(rows().first()).toHaveTextContent("Hi");
});

test("a row tells of unread, failed, scheduled, blocked, drafted and assigned, and opens with the keyboard", async () => {
  const { router, screen } = await renderMessages({
    conversations: [
      aConversation({
        unread: 3,
        new: true,
        isOutgoing: true,
        dlr_status: "failed",
        isScheduled: true,
        blocked: true,
        taskStatus: "new",
        assignedToName: "Ines Duarte",
      }),
    ],
    prepare: (service) =>
      service.on("GET /draft", () => ({
        result: [{ sms_line: LINE, conversation: PARTY, msgdata: "I was about to", time: 1 }],
      })),
  });
  const row = rows().first();
  for (const name of ["3 unread", "Not delivered", "A message is scheduled", "Blocked"]) {
    await expect.element(row.getByRole("img", { name })).toBeVisible();
  }
  await expect.element(row).toHaveTextContent("Draft: I was about to");
  await expect.element(row).toHaveTextContent("Ines Duarte");
  await expectAccessible(screen.container);
  (page.getByRole("grid", { name: "Conversations" }).element() as HTMLElement).focus();
  await userEvent.keyboard("{Enter}");
  await expect.poll(() => router.state.location.pathname).toBe(path);
});

test("[THR21] a thread is painted before colleagues are told who looks at it", async () => {
  let paint = (): void => {};
  const painted = new Promise<void>((resolve) => {
    paint = resolve;
  });
  const { service } = await renderMessages({
    path,
    page: aPage({ messages: [aMessage({ text: "Are you there?" })] }),
    prepare: (_service, { browser }) => {
      Object.assign(browser, { afterPaint: () => painted });
    },
  });
  await expect.element(page.getByRole("log")).toHaveTextContent("Are you there?");
  expect(service.requestsTo("POST /sms/presence")).toEqual([]);
  paint();
  await expect.poll(() => service.requestsTo("POST /sms/presence").length).toBe(1);
});

test("an own text stands in the thread before the service has answered, and once when it has", async () => {
  let answer = (): void => {};
  const { service: sentTo, screen } = await renderMessages({
    path,
    conversations: [aConversation()],
    page: aPage({ messages: [aMessage({ id: "5", text: "Are you there?" })] }),
    prepare: (service) =>
      service.on("POST /send/sms", async ({ body }) => {
        const { mId, msgdata } = body as { mId: string; msgdata: string };
        await new Promise<void>((resolve) => {
          answer = resolve;
        });
        const sent = aMessage({
          id: "6",
          mId,
          text: msgdata,
          direction: "out",
          sent_by: ME,
          dlr_status: "queued",
        });
        return { result: { id: "6", mId, messages: [sent] } };
      }),
  });
  await expect.element(page.getByText("Are you there?")).toBeVisible();
  await field().fill("On my way");
  await userEvent.keyboard("{Enter}");
  const own = page.getByRole("article", { name: "Sent by you" });
  await expect.element(own).toHaveTextContent("On my way");
  await expect.element(own).toHaveTextContent("Sending");
  await expect.element(field()).toHaveValue("");
  await expect.poll(() => sentTo.requestsTo("POST /send/sms").length).toBe(1);
  answer();
  await expect.element(own).toHaveTextContent("Sending…");
  expect(own.elements()).toHaveLength(1);
  await expectAccessible(screen.container);
});

test("a person who opted out cannot be written to, but commented on", async () => {
  await renderMessages({
    path,
    page: aPage({
      conversation: aConversation({ optedOut: true, optedOutWord: "stop" }),
      messages: [aMessage({ text: "<b>stop</b>" })],
    }),
  });
  await expect.element(page.getByText(/^Opted out.*replied STOP/)).toBeVisible();
  await expect.element(page.getByRole("note").getByRole("button", { name: "Call" })).toBeVisible();
  await expect.element(page.getByText("<b>stop</b>")).toBeVisible();
  expect(field().elements()).toHaveLength(0);
  await page.getByRole("button", { name: "Comment" }).click();
  await expect.element(page.getByRole("textbox", { name: "Comment" })).toBeVisible();
});

test("a line that is not the user's is refused in the specification's words", async () => {
  await renderMessages({ path: `/messages/${PARTY}/19995550100` });
  await expect.element(page.getByText("Please check if user has access to this SMS number")).toBeVisible();
});

test("[INB17] what is typed is looked for in texts and among people, and leads to the message", async () => {
  const { router, service, screen } = await renderMessages({
    conversations: [aConversation()],
    page: aPage({ messages: [aMessage({ id: "5", text: "The ramp is icy" })] }),
    prepare: (prepared) =>
      prepared
        .on("GET /contacts", () => ({
          result: { contacts: [], deleted: [], cursor: "1", more: false, reset: false, speeddial: [] },
        }))
        .on("GET /sms/search", () => ({
          result: {
            conversations: [aConversation({ subtitle: "See you" })],
            messages: [
              {
                id: "5",
                smsLine: LINE,
                conversation: PARTY,
                kind: "text",
                direction: "in",
                text: "The ramp is icy",
                sent_by_name: "",
                time: aMessage().time,
              },
            ],
            hasMore: false,
          },
        })),
  });
  await page.getByRole("searchbox", { name: "Search messages" }).fill("ramp");
  const found = page.getByRole("region", { name: "Found messages" });
  await expect.element(found.getByRole("link", { name: /The ramp is icy/ })).toBeVisible();
  await expect.element(found.getByRole("link", { name: /See you/ })).toBeVisible();
  expect(service.requestsTo("GET /sms/search").at(-1)?.query).toMatchObject({ q: "ramp", sms_line: LINE });
  await expectAccessible(screen.container);
  await found.getByRole("link", { name: /The ramp is icy/ }).click();
  await expect.poll(() => router.state.location.href).toBe(`/messages/search/5/${LINE}/${PARTY}?search=ramp`);
  await expect.element(page.getByRole("log").getByText("ramp", { exact: true })).toBeVisible();
  await page.getByRole("searchbox", { name: "Search messages" }).fill("");
  await expect.element(rows().first()).toBeVisible();
});

test("[THR26] what is marked unread stays so, though the news of it comes while the thread lies open", async () => {
  const opened = aPage({ messages: [aMessage({ text: "Are you there?" })] });
  const { router, tell, service } = await renderMessages({
    path,
    page: opened,
    prepare: (answers) =>
      answers.on("PUT /messages/unread", () => {
        // Push is quicker than the answer, and the thread is still on the screen.
        const unread = aConversation({ unread: 1, new: true, firstUnreadId: "1" });
        tell({ type: "SMS_CONVERSATION", smsLine: LINE, conversation: unread });
        return { result: { sms: 1, phn: 0, vox: 0, fax: 0 } };
      }),
  });
  await expect.element(page.getByRole("log")).toHaveTextContent("Are you there?");
  await page.getByRole("button", { name: "More for this conversation" }).click();
  await page.getByRole("menuitem", { name: "Mark unread" }).click();
  await expect.poll(() => router.state.location.pathname).toBe("/messages/greeting");
  expect(service.requestsTo("PUT /messages/read")).toEqual([]);
  // Whoever opens it again reads it.
  router.history.push(path);
  await expect.poll(() => service.requestsTo("PUT /messages/read").length).toBe(1);
});

test.each([390, 430, 620, 900])(
  "[THR27] the header of a thread %d px wide keeps its name and all of its buttons",
  async (width) => {
    const task = { ...aTask({ id: 7, assigned_to: ME, status: "new" }), assignedToName: "Maya Okafor" };
    const { screen } = await renderMessages({
      path,
      page: aPage({
        conversation: aConversation({
          task: task as never,
          taskId: 7,
          taskStatus: "new",
          assignedToName: "Maya Okafor",
        }),
        messages: [aMessage({ text: "Are you there?" })],
      }),
    });
    await expect.element(page.getByRole("log")).toHaveTextContent("Are you there?");
    const thread = screen.container.querySelector<HTMLElement>("[data-conversation]");
    if (!thread) throw new Error("There is no thread");
    thread.style.width = `${width}px`;
    const edge = thread.getBoundingClientRect().right;
    const header = thread.querySelector("header");
    expect(header?.querySelector("h2")?.getBoundingClientRect().width).toBeGreaterThan(90);
    for (const control of header?.querySelectorAll("button, a") ?? []) {
      if (getComputedStyle(control).display === "none") continue;
      expect(control.getBoundingClientRect().right).toBeLessThanOrEqual(edge);
    }
    await expect.element(page.getByRole("button", { name: "Resolve" })).toHaveTextContent("Resolve");
    await expect.element(page.getByRole("button", { name: /^Assigned to/ })).toBeVisible();
  },
);
