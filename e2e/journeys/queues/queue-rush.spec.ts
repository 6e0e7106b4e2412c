import type { Locator } from "@playwright/test";
import { people, signIn } from "../../support/demo-people.ts";
import type { ConsolePhone } from "../../support/phone/console-phone.ts";
import { expect, test, withMicrophones } from "../../support/phone/console-phones.ts";

test.use(withMicrophones);

const SCHEDULING = "12125550111";
const HZ = 900;
const PATIENT = ["Walter%20Jennings", "Ruth%20Abramson", "Omar%20Haddad", "Mei%20Chen", "Theo%20Marsh"];
const NUMBERS = ["12125550156", "12125550157", "12125550173", "12125550168", "12125550160"];
const PATIENCE = { timeout: 30_000 };

/** A number of a queue on the wallboard. */
async function figure(tile: Locator, name: string): Promise<number> {
  await expect(tile).toContainText(new RegExp(`${name}\\d`));
  return Number(new RegExp(`${name}(\\d+)`).exec((await tile.textContent()) ?? "")?.[1]);
}

test("[WB9] [QNUM3] two agents work off a rush, the wallboard counts along, and the report agrees with it", async ({
  page,
  consoleOf,
  request,
  server,
}) => {
  const [dev, ines] = await Promise.all([consoleOf("dev"), consoleOf("ines")]);
  const agents = [dev, ines];
  await signIn(page, people.maya, "/acd/wallboard");
  const tile = page.getByRole("region", { name: "Scheduling" });
  const shows = (name: string, count: number) =>
    expect(tile).toContainText(new RegExp(`${name}${count}(?!\\d)`), PATIENCE);

  for (const agent of agents) {
    await agent.page.goto("/acd");
    await agent.isReady();
  }
  await ines.page.getByRole("button", { name: "Join Scheduling" }).click();
  for (const agent of agents) await agent.page.getByRole("button", { name: "Pause: Break" }).click();
  await shows("Paused", 2);
  const before = { answered: await figure(tile, "Answered"), abandoned: await figure(tile, "Abandoned") };

  const call = (from: string, name: string, more = "") =>
    request.post(`${server.url}/dev/calls?from=${from}&to=${SCHEDULING}&name=${name}&hz=${HZ}${more}`);
  await call("12125550159", "Lucia%20Fernandez", "&gives_up=6");
  for (const [index, name] of PATIENT.entries()) await call(NUMBERS[index] ?? "", name);
  await shows("Waiting", PATIENT.length + 1);
  await shows("Abandoned", before.abandoned + 1);
  await shows("Waiting", PATIENT.length);

  for (const agent of agents) await agent.page.getByRole("button", { name: "Resume" }).click();
  // While one of them talks, the next caller rings at the other one only.
  for (const [index, name] of PATIENT.entries()) {
    const [agent, other] = index % 2 === 0 ? [dev, ines] : [ines, dev];
    await agent.answer(decodeURIComponent(name));
    await agent.hears(HZ);
    if (index > 0) await hangUp(other);
    await shows("Waiting", PATIENT.length - index - 1);
  }
  await hangUp(dev);
  await shows("Answered", before.answered + PATIENT.length);
  await shows("Abandoned", before.abandoned + 1);
  await shows("Talking", 0);

  await page.goto("/acd/reports");
  await page
    .getByRole("combobox", { name: "Period" })
    .or(page.getByRole("textbox", { name: "Period" }))
    .click();
  await page.getByRole("option", { name: "Today" }).click();
  const row = page
    .getByRole("region", { name: "Report table" })
    .getByRole("row")
    .filter({ hasText: "Scheduling" });
  await expect(row.getByRole("cell").nth(1)).toHaveText(
    new RegExp(`^${before.answered + PATIENT.length}(?!\\d)`),
  );
  await expect(row.getByRole("cell").nth(2)).toHaveText(new RegExp(`^${before.abandoned + 1}(?!\\d)`));

  await ines.page.goto("/acd");
  await ines.page.getByRole("button", { name: "Leave Scheduling" }).click();
  await expect(ines.page.getByText("Logged out of queue Scheduling")).toBeVisible();
});

async function hangUp(agent: ConsolePhone): Promise<void> {
  await agent.press("Hang up");
  await expect(agent.screen()).toHaveCount(0);
}
