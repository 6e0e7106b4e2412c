import type { FakeClock } from "@offhook/testkit";
import { expect, test, vi } from "vitest";
import { page, userEvent } from "vitest/browser";
import { expectAccessible } from "../../../../testing/axe.ts";
import { aPerson } from "../../../../testing/builders.ts";
import { dev, ines, maya, renderTeams } from "../../testing/render-teams.tsx";

const field = (name: string) => page.getByRole("textbox", { name });
const save = () => page.getByRole("button", { name: "Save" });

test("[TEAM-F1] the owner of a team changes its name and description, and members see it", async () => {
  const { chat, router, ines: other, screen } = await renderTeams();
  const group = await chat.acts.createGroup({ name: "Nights", isJoinable: false, members: [ines.id] });
  await other.ask("sub", { topic: group });
  router.history.push(`/teams/${group}`);
  await page.getByRole("button", { name: "More for this chat" }).click();
  await page.getByRole("menuitem", { name: "Edit team" }).click();
  await expect.element(field("Name")).toHaveValue("Nights");
  await expectAccessible(screen.container);
  await field("Name").fill(" ");
  await save().click();
  await expect.element(page.getByText("Give the team a name")).toBeVisible();
  await field("Name").fill("Night shift");
  await userEvent.keyboard("{Escape}");
  await page.getByRole("button", { name: "Keep editing" }).click();
  await expect.element(field("Name")).toHaveValue("Night shift");
  await field("Description").fill("Who covers when");
  await save().click();
  await expect.element(page.getByRole("heading", { name: "Night shift" })).toBeVisible();
  await expect.element(page.getByText("2 members · Who covers when")).toBeVisible();
  await page.getByRole("button", { name: "Members" }).click();
  const members = page.getByRole("dialog", { name: "Members of Night shift" });
  await expect.element(members.getByText("Who covers when")).toBeVisible();
  const answer = await other.ask("get", { topic: group, what: "desc" });
  expect(answer).toMatchObject({
    meta: { desc: { public: { fn: "Night shift", note: "Who covers when" } } },
  });
});

test("[TEAM-F2] a chat opens in a window of its own", async () => {
  const opened = vi.spyOn(window, "open").mockReturnValue(null);
  await renderTeams({
    path: `/teams/${dev.id}`,
    before: async ({ dev: client }) => void (await client.ask("sub", { topic: maya.id })),
  });
  await page.getByRole("button", { name: "More for this chat" }).click();
  await page.getByRole("menuitem", { name: "Open in a window" }).click();
  expect(opened).toHaveBeenCalledWith(`/teams-chat/${dev.id}`, "_blank", expect.stringContaining("popup"));
});

test("[TEAM-F3] the user sees themself as colleagues do, and chooses a nickname", async () => {
  const { service } = await renderTeams({
    profile: { user_status: { id: 1, name: "At lunch", emoji: "🍜", expires_at: null } as never },
    prepare: (answers) => answers.on("PUT /teams/set-nickname", () => ({ result: { done: true } })),
  });
  await page.getByRole("button", { name: "More for chats" }).click();
  await page.getByRole("menuitem", { name: "Your chat profile" }).click();
  const dialog = page.getByRole("dialog", { name: "Your chat profile" });
  await expect.element(dialog.getByText("Maya Okafor", { exact: true })).toBeVisible();
  await expect.element(dialog.getByText("At lunch")).toBeVisible();
  await field("Nickname").fill(" Front desk ");
  await userEvent.keyboard("{Escape}");
  await page.getByRole("button", { name: "Keep editing" }).click();
  await save().click();
  await expect.element(page.getByText("Nickname saved")).toBeVisible();
  expect(service.requestsTo("PUT /teams/set-nickname").map(({ body }) => body)).toEqual([
    { nickname: "Front desk" },
  ]);
});

test.each([true, false])(
  "[TEAM-F3] and whether the service lets them act for everyone: %s",
  async (isRoot) => {
    await renderTeams({ isRoot });
    await page.getByRole("button", { name: "More for chats" }).click();
    await page.getByRole("menuitem", { name: "Your chat profile" }).click();
    const dialog = page.getByRole("dialog", { name: "Your chat profile" });
    await expect.element(dialog.getByText("Maya Okafor", { exact: true })).toBeVisible();
    expect(dialog.getByText("Chat administrator").elements()).toHaveLength(isRoot ? 1 : 0);
  },
);

test("[TEAM-F4] a new name and status of a colleague show at once", async () => {
  const { tell } = await renderTeams({
    path: `/teams/${dev.id}`,
    people: [aPerson(2, "Dev Patel", { presence: 1 })],
    before: async ({ dev: client }) => {
      await client.ask("sub", { topic: maya.id });
      await client.ask("pub", { topic: maya.id, content: "Hello" });
    },
  });
  await expect.element(page.getByRole("heading", { name: "Dev Patel" })).toBeVisible();
  tell({
    type: "PROFILE_UPDATE",
    user_id: 2,
    firstname: "Devendra",
    lastname: "Patel",
    title: "",
    photo: null,
    teamsNickname: "",
  } as never);
  await expect.element(page.getByRole("heading", { name: "Devendra Patel" })).toBeVisible();
  tell({
    type: "STATUS_UPDATE",
    user_id: 2,
    action: "set_user_status",
    status: { id: 1, name: "On the road", emoji: "🚐", expires_at: null },
  } as never);
  await expect.element(page.getByTitle("On the road").first()).toBeVisible();
});

test("[TEAM-F5] the service is asked for colleagues of a name", async () => {
  const { line, browser } = await renderTeams({ path: "/teams/new/direct" });
  await field("Find a colleague").fill("zo");
  await expect
    .poll(() => {
      (browser.clock as FakeClock).advance(900);
      return line.said.some((text) => text.includes("x-search:") && text.includes("zo"));
    })
    .toBe(true);
});
