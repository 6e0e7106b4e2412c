import { expect, test } from "vitest";
import { expectAccessible } from "../../../testing/axe.ts";
import { dev, ines, renderTeams } from "../testing/render-teams.tsx";

test("[TEAM-N1] a chat with a colleague begins with their name", async () => {
  const { screen, router } = await renderTeams({ path: "/teams/new/direct" });
  await screen.getByRole("textbox", { name: "Find a colleague" }).fill("ine");
  await screen.getByRole("row", { name: /Ines Duarte/ }).click();
  await expect.element(screen.getByRole("textbox", { name: "Message Ines Duarte" })).toBeVisible();
  expect(router.state.location.pathname).toBe(`/teams/${ines.id}`);
});

test("[TEAM-N1] a user who comes from a colleague's card is in that chat at once", async () => {
  const { screen } = await renderTeams({ path: "/teams/new/direct?user=2" });
  await expect.element(screen.getByRole("textbox", { name: "Message Dev Patel" })).toBeVisible();
});

test("[TEAM-N2] a team needs a name; a public one is found and joined by others", async () => {
  const { screen, chat, dev: other } = await renderTeams({ path: "/teams/new/group" });
  await screen.getByRole("button", { name: "Create team" }).click();
  await expect.element(screen.getByText("Give the team a name")).toBeVisible();
  await screen.getByRole("textbox", { name: "Name" }).fill("Lunch club");
  await screen.getByRole("radio", { name: "Public" }).click();
  await screen.getByRole("checkbox", { name: "Ines Duarte" }).click();
  await expectAccessible(screen.container);
  await screen.getByRole("button", { name: "Create team" }).click();
  await expect.element(screen.getByRole("textbox", { name: "Message Lunch club" })).toBeVisible();
  const [record] = chat.store.getState().topics.values();
  expect([...(record?.members.keys() ?? [])]).toContain(ines.id);
  await other.ask("sub", { topic: record?.topic.id });
  await expect.element(screen.getByRole("log").getByText("Dev Patel joined")).toBeVisible();
  const members = () => chat.store.getState().topics.get(record?.topic.id ?? "")?.members;
  await expect.poll(() => members()?.has(dev.id)).toBe(true);
});

test("[TEAM-N3] teams that can be joined are listed, and joining opens them", async () => {
  const { screen } = await renderTeams({
    path: "/teams/new/joinable",
    before: async ({ dev: client }) => {
      const desc = { public: { fn: "Book club" }, defacs: { auth: "JRWPSD" } };
      await client.ask("sub", { topic: "new1", set: { desc, tags: ["joinable"] } });
    },
  });
  await screen.getByRole("button", { name: "Join Book club" }).click();
  await expect.element(screen.getByRole("textbox", { name: "Message Book club" })).toBeVisible();
});
