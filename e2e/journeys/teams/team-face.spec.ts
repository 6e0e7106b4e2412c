import { fileURLToPath } from "node:url";
import { people, signIn } from "../../support/demo-people.ts";
import { createTeam, openTeams, openTopic, topicRow } from "../../support/teams.ts";
import { expect, test } from "../../support/test.ts";

const SOON = { timeout: 40_000 };
const PICTURE = new URL("../../../docs/pictures/dial-pad-1440-dark.png", import.meta.url);

test("[TEAM-F1] a team gets a picture and a description that members see, and loses the picture again", async ({
  page,
  openBrowser,
}) => {
  const atDev = await (await openBrowser()).newPage();
  await Promise.all([signIn(page, people.maya), signIn(atDev, people.dev)]);
  await createTeam(page, "Key holders", [people.dev]);
  await openTeams(atDev);
  await openTopic(atDev, "Key holders");
  const pictures = atDev.getByRole("main").locator("img[src^='blob:']");
  await expect(topicRow(atDev, "Key holders").locator("img")).toHaveCount(0);

  const edit = async (): Promise<void> => {
    await page.getByRole("button", { name: "More for this chat" }).click();
    await page.getByRole("menuitem", { name: "Edit team" }).click();
  };
  const dialog = page.getByRole("dialog", { name: "Edit team" });
  await edit();
  const chooser = page.waitForEvent("filechooser");
  await dialog.getByRole("button", { name: "Upload picture" }).click();
  await (await chooser).setFiles(fileURLToPath(PICTURE));
  await dialog.getByLabel("Description").fill("Whoever has the keys of the day");
  await dialog.getByRole("button", { name: "Save" }).click();
  await expect(dialog).toBeHidden();
  // In the list, and at the head of the chat.
  await expect(topicRow(atDev, "Key holders").locator("img")).toHaveCount(1, SOON);
  await expect(pictures).toHaveCount(2, SOON);
  await atDev.getByRole("button", { name: "Members" }).click();
  const members = atDev.getByRole("dialog", { name: "Members of Key holders" });
  await expect(members.getByText("Whoever has the keys of the day")).toBeVisible();

  await edit();
  await dialog.getByRole("button", { name: "Remove picture" }).click();
  await dialog.getByRole("button", { name: "Save" }).click();
  await expect(pictures).toHaveCount(0, SOON);
});
