import type { ScriptedClient } from "@offhook/chat/testing";
import { expect, test } from "vitest";
import { userEvent } from "vitest/browser";
import { expectAccessible } from "../../../testing/axe.ts";
import { dev, ines, maya, renderTeams } from "../testing/render-teams.tsx";

const say = (client: ScriptedClient, topic: string, content: string, head?: object) =>
  client.ask("pub", { topic, content, head });

const withDev = async ({ dev: client }: { readonly dev: ScriptedClient }): Promise<void> => {
  await client.ask("sub", { topic: maya.id });
  await say(client, maya.id, "Is the van back?");
  await say(client, maya.id, "Call 212-555-0147 or mail garage@example.com");
};

const path = `/teams/${dev.id}`;

test("[TEAM-U1] an open topic is read, and what is sent goes from sending to read", async () => {
  const { screen, dev: other } = await renderTeams({ path, before: withDev });
  await expect.element(screen.getByRole("log").getByText("Is the van back?")).toBeVisible();
  await expect.element(screen.getByText("New", { exact: true })).toBeVisible();
  await expect
    .element(screen.getByRole("link", { name: "212-555-0147" }))
    .toHaveAttribute("href", "tel:+12125550147");
  const field = screen.getByRole("textbox", { name: "Message Dev Patel" });
  await field.fill("It *is*.");
  await userEvent.keyboard("{Enter}");
  await expect.element(screen.getByRole("img", { name: "Sent" })).toBeVisible();
  expect(screen.getByText("is", { exact: true }).element().closest("strong")).not.toBeNull();
  other.send("note", { topic: maya.id, what: "recv", seq: 3 });
  await expect.element(screen.getByRole("img", { name: "Received" })).toBeVisible();
  other.send("note", { topic: maya.id, what: "read", seq: 3 });
  await expect.element(screen.getByRole("img", { name: "Read", exact: true })).toBeVisible();
  other.send("note", { topic: maya.id, what: "kp" });
  await expect.element(screen.getByText("Dev Patel is typing…")).toBeVisible();
});

test("[TEAM-U2] reactions, a thread, and a deleted message that keeps its answers", async () => {
  const { screen, dev: other } = await renderTeams({ path, before: withDev });
  const message = screen.getByRole("article", { name: /Dev Patel/ }).first();
  await message.hover();
  await screen.getByRole("button", { name: "React with 👍" }).click();
  await say(other, maya.id, "👍", { "x-reaction": ":1" });
  await expect.element(screen.getByRole("button", { name: /^👍 2/ })).toHaveAttribute("aria-pressed", "true");
  await screen.getByRole("button", { name: "Reply in thread" }).click();
  const thread = screen.getByRole("complementary", { name: "Thread" });
  await thread.getByRole("textbox", { name: "Reply" }).fill("At noon");
  await userEvent.keyboard("{Enter}");
  await expect.element(thread.getByText("1 reply")).toBeVisible();
  await other.ask("del", { topic: maya.id, what: "msg", delseq: [{ low: 1, hi: 2 }], hard: true });
  await expect.element(thread.getByText("This message was deleted")).toBeVisible();
  await expect.element(thread.getByText("At noon")).toBeVisible();
  await thread.getByRole("button", { name: "Close thread" }).click();
  await expect.element(screen.getByRole("button", { name: /1 reply/ })).toBeVisible();
});

test("[TEAM-U2] the tools of a message that came under a resting pointer show when it moves", async () => {
  const { screen } = await renderTeams({ path, before: withDev });
  const message = screen.getByRole("article", { name: /Dev Patel/ }).first();
  await expect.element(message).toBeVisible();
  message.element().dispatchEvent(new PointerEvent("pointermove", { bubbles: true }));
  await expect.element(message.getByRole("toolbar", { name: "Message actions" })).toBeVisible();
});

test("[TEAM-U3] only the user's own message can be changed, and the others see the change", async () => {
  const { screen, chat, dev: other } = await renderTeams({ path, before: withDev });
  await screen
    .getByRole("article", { name: /Dev Patel/ })
    .first()
    .hover();
  await screen.getByRole("button", { name: "More actions" }).click();
  await expect.element(screen.getByRole("menuitem", { name: "Forward" })).toBeVisible();
  expect(screen.getByRole("menuitem", { name: "Edit" }).elements()).toEqual([]);
  await userEvent.keyboard("{Escape}");
  chat.outbox.send({ topic: dev.id, typed: "helo" });
  await expect.element(screen.getByRole("log").getByText("helo")).toBeVisible();
  await screen.getByRole("textbox", { name: "Message Dev Patel" }).click();
  await userEvent.keyboard("{ArrowUp}");
  await screen.getByRole("textbox", { name: "Edit message" }).fill("hello");
  await userEvent.keyboard("{Enter}");
  await expect.element(screen.getByText("(edited)")).toBeVisible();
  expect(other.take()).toContainEqual({
    data: expect.objectContaining({ content: "hello", head: { replace: ":3" } }),
  });
});

test("[TEAM-U4] a file that fails is dropped with its name, and nothing is sent when nothing is left", async () => {
  const { chat, notices } = await renderTeams({ path, before: withDev });
  const file = new File(["x"], "plan.pdf", { type: "application/pdf" });
  await expect.poll(() => chat.store.getState().topics.get(dev.id)?.isAttached).toBe(true);
  chat.outbox.send({ topic: dev.id, typed: "", files: [{ id: "f", file, progress: 0 }] });
  await expect
    .poll(() => notices)
    .toEqual(["File plan.pdf failed to upload. Will not be sent", "Message sending cancled"]);
  expect(chat.store.getState().outbox).toEqual([]);
});

test("[TEAM-U5] names are offered after an @, and the one who is meant is told", async () => {
  let group = "";
  const {
    screen,
    chat,
    ines: other,
  } = await renderTeams({
    before: async ({ ines: client }) => {
      const answer = await client.ask("sub", {
        topic: "new1",
        set: { desc: { public: { fn: "Scheduling" } } },
      });
      group = "ctrl" in answer ? (answer.ctrl.topic ?? "") : "";
      for (const user of [maya.id, dev.id]) await client.ask("set", { topic: group, sub: { user } });
    },
  });
  await screen.getByRole("row", { name: /Scheduling/ }).click();
  const field = screen.getByRole("textbox", { name: "Message Scheduling" });
  await field.click();
  await userEvent.keyboard("@in");
  await expect.element(screen.getByRole("option", { name: "Ines Duarte" })).toBeVisible();
  await userEvent.keyboard("{Enter}");
  await userEvent.keyboard("please look{Enter}");
  await expect.poll(() => chat.store.getState().outbox).toEqual([]);
  expect(other.take()).toContainEqual({
    data: expect.objectContaining({ head: expect.objectContaining({ mentions: [ines.id] }) }),
  });
  await other.ask("del", { topic: group, what: "sub", user: maya.id });
  await expect.element(screen.getByText("You are no longer in Scheduling")).toBeVisible();
  await expect.element(screen.getByText("Choose a team or a colleague to start chatting.")).toBeVisible();
});

test("[TEAM-U8] a chat that is deleted stays so, and a link to a team asks before one joins it", async () => {
  let group = "";
  const { screen, chat, router } = await renderTeams({
    path,
    before: async (others) => {
      await withDev(others);
      const desc = { public: { fn: "Book club" }, defacs: { auth: "JRWPSD" } };
      const answer = await others.dev.ask("sub", { topic: "new1", set: { desc } });
      group = "ctrl" in answer ? (answer.ctrl.topic ?? "") : "";
    },
  });
  await screen.getByRole("button", { name: "More for this chat" }).click();
  await screen.getByRole("menuitem", { name: "Delete chat" }).click();
  await screen.getByRole("button", { name: "Delete", exact: true }).click();
  await expect.element(screen.getByText("Choose a team or a colleague to start chatting.")).toBeVisible();
  expect(chat.store.getState().topics.size).toBe(0);
  router.history.push(`/teams/${group}`);
  await expect.element(screen.getByText("Join Book club?")).toBeVisible();
  expect(chat.store.getState().topics.size).toBe(0);
  await screen.getByRole("button", { name: "Join", exact: true }).click();
  await expect.element(screen.getByRole("textbox", { name: "Message Book club" })).toBeVisible();
});

test("[TEAM-U6] a long topic exists only around the view, which older pages do not move", async () => {
  const { screen, chat } = await renderTeams({
    path,
    before: async ({ dev: client }) => {
      await client.ask("sub", { topic: maya.id });
      for (let number = 1; number <= 180; number++) await say(client, maya.id, `Message ${number}`);
      client.send("note", { topic: maya.id, what: "read", seq: 180 });
    },
  });
  const log = screen.getByRole("log");
  await screen.getByRole("button", { name: /new$/ }).click();
  await expect.element(log.getByText("Message 180", { exact: true })).toBeInTheDocument();
  const view = log.element() as HTMLElement;
  const lowest = () => chat.store.getState().topics.get(dev.id)?.log.known.at(-1)?.low;
  const scrolledToTop = () => {
    view.scrollTop = 0;
    return lowest();
  };
  await expect.poll(scrolledToTop, { timeout: 20_000 }).toBe(1);
  expect(view.querySelectorAll("[data-key]").length).toBeLessThanOrEqual(160);
  await screen.getByRole("button", { name: /new$|Jump to newest/ }).click();
  await expect.element(log.getByText("Message 180", { exact: true })).toBeInViewport();
});

test.each(["light", "dark"] as const)("[TEAM-U7] chat can be used by everybody (%s)", async (scheme) => {
  const { screen } = await renderTeams({ path, before: withDev, scheme });
  await expect.element(screen.getByRole("log").getByText("Is the van back?")).toBeVisible();
  await expectAccessible(screen.container);
});
