import { UNREACHABLE } from "../../support/complaints.ts";
import { openAccountMenu, people } from "../../support/demo-people.ts";
import { EXTENSION, expect, test, VOICE, withMicrophones } from "../../support/phone/console-phones.ts";
import { signInForCalls } from "../../support/phone/sign-in.ts";

test.use(withMicrophones);

test("do not disturb keeps the phone quiet, a forwarded line rings where it is forwarded to", async ({
  consoleOf,
  phoneOf,
  request,
  server,
}) => {
  const [maya, { phone: dev }, { phone: ines }, user] = await Promise.all([
    consoleOf("maya"),
    phoneOf("dev"),
    phoneOf("ines"),
    signInForCalls(request, server.url, people.maya.username),
  ]);
  const notice = maya.page.getByText("Do Not Disturb is on. Calls go to voicemail.");
  await openAccountMenu(maya.page, people.maya);
  // Shown at once; whoever calls before the service knows it would still come through.
  const saved = maya.page.waitForResponse(
    (response) => /\/api\/phone$/.test(response.url()) && response.request().method() === "PUT",
  );
  await maya.page.getByRole("menuitemcheckbox", { name: "Do not disturb" }).click();
  await expect(notice).toBeVisible();
  await saved;
  await dev.call(EXTENSION.maya);
  await dev.talks();
  await dev.hearsSomething();
  await maya.doesNotRing();
  await dev.hangUp();
  await maya.page.keyboard.press("Escape");
  await maya.page.getByRole("button", { name: "Turn off" }).click();
  await expect(notice).toBeHidden();

  await user.call("PUT", "/phone/forwarding", { phone: "maya", number: EXTENSION.ines });
  await expect(maya.page.getByText(/Your phone line is forwarded to 103/)).toBeVisible();
  await dev.call(EXTENSION.maya);
  await ines.takeCall();
  await dev.hears(VOICE.ines);
  await maya.doesNotRing();
  await ines.hangUp();
  await dev.hasEnded();
  await user.call("PUT", "/phone/forwarding", { phone: "maya", number: "" });
});

test("a server that restarts finds the phone back by itself", async ({
  consoleOf,
  server,
  complaints,
  phoneOf,
}) => {
  complaints.expect(UNREACHABLE, /WebSocket/, /status of 50\d/);
  const maya = await consoleOf("maya");
  await server.restart();
  await expect(maya.page.getByText(/Your phone will not ring/)).toBeHidden({ timeout: 60_000 });
  await maya.isReady();
  const { phone: dev } = await phoneOf("dev");
  await dev.call(EXTENSION.maya);
  await maya.answer("Dev");
  await dev.hears(VOICE.maya);
  await maya.press("Hang up");
  await dev.hasEnded();
});
