import { EXTENSION, expect, test, VOICE, withMicrophones } from "../../support/phone/console-phones.ts";

test.use(withMicrophones);

/** June Park, who says back what she hears. */
const OUTSIDE = "12125550177";

test("blind transfer: the caller goes on with the colleague, with a note", async ({ consoleOf, phoneOf }) => {
  const [maya, ines, { phone: dev }] = await Promise.all([
    consoleOf("maya"),
    consoleOf("ines"),
    phoneOf("dev"),
  ]);
  await dev.call(EXTENSION.maya);
  await maya.answer();
  await dev.hears(VOICE.maya);
  await maya.press("Transfer");
  const dialog = maya.page.getByRole("dialog");
  await dialog.getByLabel("To").fill(EXTENSION.ines);
  await dialog.getByLabel("To").press("Enter");
  await dialog.getByLabel("Note").fill("Asks about the roster");
  await dialog.getByRole("button", { name: "Transfer now" }).click();
  await expect(maya.page.getByText("Transferring call")).toBeVisible();
  await ines.rings("Dev");
  await expect(ines.card().getByText("Asks about the roster")).toBeVisible();
  await ines.answer();
  await dev.hears(VOICE.ines);
  await ines.hears(VOICE.dev);
  await maya.isIdle();
  await ines.press("Hang up");
  await dev.hasEnded();
});

test("a transfer that asks first: the colleague is asked while the caller hears music", async ({
  consoleOf,
  phoneOf,
}) => {
  const [maya, { phone: dev }, { phone: ines }] = await Promise.all([
    consoleOf("maya"),
    phoneOf("dev"),
    phoneOf("ines"),
  ]);
  await dev.call(EXTENSION.maya);
  await maya.answer();
  await dev.hears(VOICE.maya);
  await maya.press("Transfer");
  const dialog = maya.page.getByRole("dialog");
  await dialog.getByLabel("To").fill(EXTENSION.ines);
  await dialog.getByLabel("To").press("Enter");
  await dialog.getByRole("button", { name: "Talk first" }).click();
  await ines.takeCall();
  await ines.hears(VOICE.maya);
  await dev.hearsNo(VOICE.maya);
  await maya.page.getByRole("button", { name: "Complete transfer" }).click();
  await dev.hears(VOICE.ines);
  await ines.hears(VOICE.dev);
  await maya.isIdle();
  await dev.hangUp();
  await ines.hasEnded();
});

test("a conference: one leaves and the others go on; of three one is hung up: split, each goes on by itself", async ({
  consoleOf,
  phoneOf,
  request,
  server,
}) => {
  const [maya, { phone: dev }, { phone: ines }] = await Promise.all([
    consoleOf("maya"),
    phoneOf("dev"),
    phoneOf("ines"),
  ]);
  await maya.dial(EXTENSION.dev);
  await dev.takeCall();
  await dev.hears(VOICE.maya);
  await maya.addCall(EXTENSION.ines);
  await ines.takeCall();
  await maya.talks("Conference");
  await dev.hears(VOICE.ines);
  await dev.hears(VOICE.maya);
  await ines.hears(VOICE.dev);
  await maya.hears(VOICE.dev);
  await maya.hears(VOICE.ines);
  await ines.hangUp();
  await maya.talks("Dev");
  await dev.hearsNo(VOICE.ines);
  await dev.hears(VOICE.maya);
  await maya.hears(VOICE.dev);

  await maya.addCall(EXTENSION.ines);
  await ines.takeCall();
  await maya.talks("Conference");
  await maya.addCall(OUTSIDE);
  const screen = maya.screen("Conference");
  await expect(screen.getByRole("heading", { name: "3 participants" })).toBeVisible();
  await dev.hears(VOICE.ines);
  await maya.press("Hang up");
  const dialog = maya.page.getByRole("dialog", { name: "Split or hang up?" });
  await expect(dialog.getByText("3 calls are in this conference.")).toBeVisible();
  await dialog.getByRole("button", { name: "Split calls" }).click();
  await expect(dialog).toBeHidden();
  await dev.hearsNo(VOICE.ines);
  const held = maya.page.getByRole("list", { name: "Calls now" }).getByRole("button", { name: /On Hold/ });
  await expect(held).toHaveText([/Dev Patel/, /Ines Duarte/]);
  await maya.hears(VOICE.maya);
  await held.filter({ hasText: "Dev Patel" }).click();
  await maya.talks("Dev");
  await maya.press("Resume");
  await dev.hears(VOICE.maya);
  await dev.hearsNo(VOICE.ines);
  await ines.hearsNo(VOICE.maya);
  await dev.hangUp();
  await ines.hangUp();
  await expect(held).toHaveCount(1);
  await request.post(`${server.url}/dev/calls/hangup`);
  await maya.isIdle();
});
