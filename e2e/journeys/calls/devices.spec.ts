import { people } from "../../support/demo-people.ts";
import { ConsolePhone } from "../../support/phone/console-phone.ts";
import { EXTENSION, expect, test, VOICE, withMicrophones } from "../../support/phone/console-phones.ts";

test.use(withMicrophones);

test("without a microphone a dialog says so and the call can be made from the mobile", async ({
  openBrowser,
  phoneOf,
  request,
  server,
}) => {
  const context = await openBrowser();
  await context.addInitScript(() => {
    if (navigator.mediaDevices) navigator.mediaDevices.enumerateDevices = async () => [];
  });
  const maya = await ConsolePhone.open(context, people.maya, VOICE.maya);
  const { phone: dev } = await phoneOf("dev");
  await maya.dial(EXTENSION.dev);
  const dialog = maya.page.getByRole("dialog", { name: "No devices found" });
  await expect(dialog).toContainText("No speaker or microphone found");
  await dialog.getByRole("button", { name: "Dial from other device" }).click();
  await expect(maya.page.getByText("No mobile phone number selected").first()).toBeVisible();

  const { user } = await phoneOf("maya");
  await user.call("PUT", "/user/settings", {
    settings: JSON.stringify({ mobilePhoneNumber: "2125550186" }),
    type: "teleconsole",
  });
  await maya.page.reload();
  await maya.isReady();
  await maya.dial(EXTENSION.dev);
  await dialog.getByRole("button", { name: "Dial from other device" }).click();
  await expect(maya.page.getByText("Call initiated successfully.").first()).toBeVisible();
  // The mobile is the simulator's, and says back what it hears.
  await dev.takeCall();
  await dev.hears(VOICE.dev);
  await request.post(`${server.url}/dev/calls/hangup`);
  await dev.hasEnded();
});

test("a refused microphone is explained, and the call rings on", async ({ openBrowser, phoneOf }) => {
  const context = await openBrowser();
  const maya = await ConsolePhone.open(context, people.maya, VOICE.maya);
  await maya.page.evaluate(() => {
    navigator.mediaDevices.getUserMedia = async () => {
      throw new DOMException("Permission denied", "NotAllowedError");
    };
  });
  const { phone: dev } = await phoneOf("dev");
  await dev.call(EXTENSION.maya);
  await maya.rings();
  await maya.card().getByRole("button", { name: "Answer", exact: true }).click();
  const dialog = maya.page.getByRole("dialog", { name: "Device missing" });
  await expect(dialog).toContainText("Check Microphone");
  await dialog.getByRole("button", { name: "Cancel" }).click();
  await maya.rings();
  await dev.hangUp();
  await maya.doesNotRing();
});
