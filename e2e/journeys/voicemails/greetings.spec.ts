import { expectAccessible } from "../../support/axe.ts";
import { EXTENSION, expect, test, VOICE, withMicrophones } from "../../support/phone/console-phones.ts";

test.use(withMicrophones);

const SOON = { timeout: 20_000 };

test("a greeting recorded in the page is heard by the next caller", async ({ consoleOf }) => {
  const [dev, ines] = await Promise.all([consoleOf("dev"), consoleOf("ines")]);
  await dev.page.goto(`/voicemails/boxes/${EXTENSION.dev}`);
  await expect(dev.page.getByRole("combobox", { name: "No answer" })).toHaveValue("Spoken default", SOON);
  await dev.page.getByRole("button", { name: "Record", exact: true }).click();
  const dialog = dev.page.getByRole("dialog", { name: "Record a greeting" });
  await dialog.getByRole("button", { name: "Start recording" }).click();
  await expect(dialog.getByRole("timer")).toHaveText("0:06", SOON);
  await dialog.getByRole("button", { name: "Stop" }).click();
  await dialog.getByRole("textbox", { name: "Name" }).fill("My voice");
  await expectAccessible(dev.page);
  await dialog.getByRole("button", { name: "Save" }).click();
  await expect(dev.page.getByRole("listitem", { name: "My voice" })).toBeVisible(SOON);
  await expect(dev.page.getByRole("combobox", { name: "No answer" })).toHaveValue("My voice", SOON);

  await dev.isReady();
  await ines.dial(EXTENSION.dev);
  await dev.rings("Ines");
  await dev.card("Ines").getByRole("button", { name: "Decline", exact: true }).click();
  await ines.talks();
  await ines.hears(VOICE.dev);
  await ines.press("Hang up");

  await dev.page.getByRole("button", { name: "Delete My voice" }).click();
  await dev.page.getByRole("dialog").getByRole("button", { name: "Delete" }).click();
  await expect(dev.page.getByRole("combobox", { name: "No answer" })).toHaveValue("Spoken default", SOON);
});
