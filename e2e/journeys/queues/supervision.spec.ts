import { people } from "../../support/demo-people.ts";
import { expect, test, VOICE, withMicrophones } from "../../support/phone/console-phones.ts";

test.use(withMicrophones);

const SCHEDULING = "301";
const { dev } = people;

test("[SUP1] [SUP2] [SUP6] a supervisor listens, whispers without the caller hearing it, barges in and takes over", async ({
  consoleOf,
}) => {
  const [caller, agent, supervisor] = await Promise.all([
    consoleOf("maya"),
    consoleOf("dev"),
    consoleOf("ines"),
  ]);
  await supervisor.page.goto("/acd/supervision");
  await supervisor.isReady();
  await caller.dial(SCHEDULING);
  await agent.answer();
  await caller.hears(VOICE.dev);

  const button = (name: string) => supervisor.page.getByRole("button", { name, exact: true });
  await button(`Listen to ${dev.name}`).click();
  await supervisor.hears(VOICE.maya);
  await supervisor.hears(VOICE.dev);
  await expect(button(`Listen to ${dev.name}`)).toHaveAttribute("aria-pressed", "true");
  for (const each of [caller, agent]) await each.hearsNo(VOICE.ines);

  await button(`Whisper to ${dev.name}`).click();
  await agent.hears(VOICE.ines);
  await agent.hears(VOICE.maya);
  await expect(agent.page.getByText(/^Ines Duarte is talking to you/)).toBeVisible();
  await caller.hearsNo(VOICE.ines);
  await caller.hears(VOICE.dev);

  await button(`Barge in on ${dev.name}`).click();
  for (const each of [caller, agent]) await each.hears(VOICE.ines);

  await button(`Take over the call of ${dev.name}`).click();
  await agent.isIdle();
  await caller.hears(VOICE.ines);
  await caller.hearsNo(VOICE.dev);
  await expect(supervisor.page.getByRole("region", { name: "Activity" })).toContainText(
    `Ines Duarte took over a call of ${dev.name}`,
  );
  await caller.press("Hang up");
  await caller.isIdle();
});
