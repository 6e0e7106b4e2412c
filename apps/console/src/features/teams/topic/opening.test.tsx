import type { ScriptedClient } from "@offhook/chat/testing";
import { expect, test } from "vitest";
import { page } from "vitest/browser";
import { stopLoadingTime } from "../../../testing/loading-time.ts";
import { unreadOf } from "../store/teams-state.ts";
import { dev, ines, maya, renderTeams } from "../testing/render-teams.tsx";

const path = `/teams/${dev.id}`;
const log = () => page.getByRole("log");

const sayMany =
  (count: number) =>
  async ({ dev: client }: { readonly dev: ScriptedClient }): Promise<void> => {
    await client.ask("sub", { topic: maya.id });
    for (let number = 1; number <= count; number++)
      await client.ask("pub", { topic: maya.id, content: `Message ${number}` });
  };

type Rendered = Awaited<ReturnType<typeof renderTeams>>;

function unread({ chat }: Pick<Rendered, "chat">): number {
  const { topics, ownId } = chat.store.getState();
  const record = topics.get(dev.id);
  return record ? unreadOf(record, ownId).messages : -1;
}

/** Only what lies in a window that has the focus is read. */
async function lookAtIt(): Promise<void> {
  await page.getByRole("textbox", { name: "Message Dev Patel" }).click();
}

async function choose(message: string, action: string): Promise<void> {
  await page.getByText(message, { exact: true }).hover();
  await page.getByRole("button", { name: "More actions" }).click();
  await page.getByRole("menuitem", { name: action }).click();
}

test("[TEAM-U10] many unread messages open at the first, and only what was seen is read", async () => {
  const rendered = await renderTeams({ path, before: sayMany(110) });
  await expect.element(page.getByText("New", { exact: true })).toBeInViewport();
  await expect.element(log().getByText("Message 1", { exact: true })).toBeInViewport();
  await lookAtIt();
  await expect.poll(() => unread(rendered)).toBeLessThan(110);
  expect(unread(rendered)).toBeGreaterThan(60);
  const left = unread(rendered);
  await page.getByRole("button", { name: `${left} new` }).click();
  await expect.element(log().getByText("Message 110", { exact: true })).toBeInViewport();
  await expect.poll(() => unread(rendered)).toBe(0);
});

test("[TEAM-U10] whoever reads on gets to the end, and all of it is read", async () => {
  const rendered = await renderTeams({ path, before: sayMany(60) });
  await lookAtIt();
  // Further down there is more, which is loaded when it is looked for.
  const view = log().element() as HTMLElement;
  const scrolledDown = () => {
    view.scrollTop = view.scrollHeight;
    return unread(rendered);
  };
  await expect.poll(scrolledDown, { timeout: 20_000 }).toBe(0);
  await expect.element(log().getByText("Message 60", { exact: true })).toBeInViewport();
});

test("[TEAM-U11] a chat is marked unread from a message on, until it is looked at again", async () => {
  const rendered = await renderTeams({ path, before: sayMany(3) });
  await lookAtIt();
  await expect.poll(() => unread(rendered)).toBe(0);
  await choose("Message 2", "Mark unread from here");
  await expect.element(page.getByText("Choose a team or a colleague to start chatting.")).toBeVisible();
  expect(unread(rendered)).toBe(2);
  await page.getByRole("row", { name: /Dev Patel/ }).click();
  await expect.element(page.getByText("New", { exact: true })).toBeVisible();
  const [mark, first] = [
    page.getByText("New", { exact: true }),
    log().getByText("Message 2", { exact: true }),
  ];
  expect(mark.element().getBoundingClientRect().top).toBeLessThan(
    first.element().getBoundingClientRect().top,
  );
  await expect.poll(() => unread(rendered)).toBe(0);
});

test("[TEAM-U12] the link to a message of a direct chat works for both, and says to others that it is private", async () => {
  const { router } = await renderTeams({
    path: `/teams/search-result/${maya.id}?seq=2&from=${dev.id}`,
    before: sayMany(3),
  });
  await expect.element(log().getByText("Message 2", { exact: true })).toBeVisible();
  expect(router.state.location.pathname).toBe(`/teams/search-result/${dev.id}`);
  router.history.push(`/teams/search-result/${dev.id}?seq=2&from=${maya.id}`);
  await expect.element(log().getByText("Message 2", { exact: true })).toBeVisible();
  router.history.push(`/teams/search-result/${dev.id}?seq=2&from=${ines.id}`);
  await expect
    .element(page.getByText("This link leads to a private chat that you are not part of"))
    .toBeVisible();
  await expect.poll(() => router.state.location.pathname).toBe("/teams/greeting");
});

test("[TEAM-U13] the address of a team that one was taken out of while away leads to the greeting", async () => {
  let group = "";
  const { router } = await renderTeams({
    before: async ({ ines: client }) => {
      const desc = { public: { fn: "Scheduling" }, defacs: { auth: "RWPS" } };
      const answer = await client.ask("sub", { topic: "new1", set: { desc } });
      group = "ctrl" in answer ? (answer.ctrl.topic ?? "") : "";
      await client.ask("set", { topic: group, sub: { user: maya.id } });
      await client.ask("del", { topic: group, what: "sub", user: maya.id });
    },
  });
  router.history.push(`/teams/${group}`);
  await page.getByRole("button", { name: "Join", exact: true }).click();
  const told = page.getByText("This team is private. Ask one of its members to add you.");
  await expect.element(told).toBeVisible();
  await expect.poll(() => router.state.location.pathname).toBe("/teams/greeting");
});

test("[LOAD1] messages that come right after the skeleton has appeared wait until it was seen", async () => {
  const { router, line } = await renderTeams({ before: sayMany(110) });
  await expect.element(page.getByRole("row", { name: /Dev Patel/ })).toBeVisible();
  const arrive = line.slowDownAt(/"since":1\b/);
  const { pass, until } = stopLoadingTime();
  await router.navigate({ to: path as never });
  const skeleton = page.getByRole("status", { name: "Loading", includeHidden: true });
  await until(() => skeleton.query() !== null);
  await pass(210);
  arrive();
  await pass(150);
  expect(skeleton.query()).not.toBeNull();
  expect(log().query()).toBeNull();
  await pass(60);
  await expect.element(log().getByText("Message 1", { exact: true })).toBeVisible();
  expect(skeleton.query()).toBeNull();
});
