import { expect, test, VOICE, withMicrophones } from "../../support/phone/console-phones.ts";

test.use(withMicrophones);

const SOON = { timeout: 30_000 };
const JUNE_HZ = 900;
const SPEAKS = "June Park is leaving a message";

test("somebody leaves a message: read along, listened to, picked up, and what was said stays", async ({
  consoleOf,
  request,
  server,
}) => {
  const dev = await consoleOf("dev");
  const { page } = dev;
  const call = `from=12125550171&to=12125550142&name=June%20Park&message=friday&hz=${JUNE_HZ}`;
  await request.post(`${server.url}/dev/calls?${call}`);
  await dev.rings("June Park");
  await dev.card("June Park").getByRole("button", { name: "Voicemail", exact: true }).click();

  const card = page.getByRole("region", { name: SPEAKS });
  await expect(card).toBeVisible(SOON);
  const words = card.getByRole("log", { name: "What June Park says" });
  await expect(words).toContainText(/friday/i, SOON);
  const said = await words.getByRole("paragraph").first().textContent();

  // A reload in the middle loses neither card nor words.
  await page.reload();
  await expect(words).toContainText(said ?? "", SOON);
  await dev.isReady();

  await card.getByRole("button", { name: "Listen in" }).click();
  await dev.hears(JUNE_HZ);
  await card.getByRole("button", { name: "Stop listening" }).click();
  await dev.hearsNo(JUNE_HZ);

  await card.getByRole("button", { name: "Pick up" }).click();
  await dev.talks("June Park");
  await expect(card).toHaveCount(0);
  // Her tone, and once that is over her echo of his: each hears the other.
  await dev.hears(JUNE_HZ);
  await dev.hears(VOICE.dev);
  await dev.press("Hang up");

  await page.goto("/voicemails");
  const row = page.getByRole("grid", { name: "Voicemails" }).getByRole("row").first();
  await expect(row).toContainText("June Park", SOON);
  await expect(row).toContainText(/friday/i, SOON);
});

test("readers of a shared box see who has picked up; one who hangs up leaves the way to the message", async ({
  consoleOf,
}) => {
  const [dev, ines, maya] = await Promise.all([consoleOf("dev"), consoleOf("ines"), consoleOf("maya")]);
  const card = (of: typeof dev) => of.page.getByRole("region", { name: "Maya Okafor is leaving a message" });
  const leave = async () => {
    await maya.dial("*301");
    await maya.talks();
    await expect(card(dev)).toBeVisible(SOON);
    await expect(card(ines)).toBeVisible(SOON);
  };
  await leave();
  await card(ines).getByRole("button", { name: "Pick up" }).click();
  await ines.talks("Maya Okafor");
  await maya.hears(VOICE.ines);
  await expect(
    dev.page.getByRole("region", { name: "Ines Duarte picked up the call of Maya Okafor" }),
  ).toBeVisible(SOON);
  await ines.press("Hang up");
  await maya.isIdle();

  await leave();
  await card(dev).getByRole("button", { name: "Listen in" }).click();
  await dev.hears(VOICE.maya);
  // Less than a second of speech would not be kept.
  await expect(maya.screen().getByRole("time")).toHaveText(/^0:[2-5]\d$/, SOON);
  await maya.press("Hang up");
  const left = dev.page.getByRole("region", { name: "Maya Okafor left a message" });
  await left.getByRole("button", { name: "Open" }).click(SOON);
  await expect(dev.page.getByRole("article", { name: "Voicemail" })).toContainText("Maya Okafor", SOON);
});
