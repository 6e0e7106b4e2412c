import type { BrowserContext } from "@playwright/test";
import { chromiumFlags, chromiumPath } from "../../support/chromium.ts";
import { JssipPhone } from "../../support/phone/jssip-phone.ts";
import { signInForCalls } from "../../support/phone/sign-in.ts";
import { expect, test } from "../../support/test.ts";

test.use({
  launchOptions: {
    executablePath: chromiumPath(),
    args: [
      ...chromiumFlags,
      "--use-fake-device-for-media-stream",
      "--use-fake-ui-for-media-stream",
      "--autoplay-policy=no-user-gesture-required",
      // The phone's page comes from the test and not from this machine's network, which its websocket leads to.
      "--disable-features=LocalNetworkAccessChecks,LocalNetworkAccessChecksWebSockets",
    ],
  },
});

const VOICE = { maya: 440, dev: 700 } as const;

test("two stock JsSIP phones talk through the server, hold and hang up", async ({
  request,
  server,
  openBrowser,
}) => {
  const phoneOf = async (handle: keyof typeof VOICE): Promise<JssipPhone> => {
    const { sip } = await signInForCalls(request, server.url, `${handle}@harborlight.example`);
    const context: BrowserContext = await openBrowser();
    return JssipPhone.register(context, sip, VOICE[handle]);
  };
  const maya = await phoneOf("maya");
  const dev = await phoneOf("dev");

  await maya.call("102");
  await dev.takeCall();
  await maya.talks();
  await dev.hears(VOICE.maya);
  await maya.hears(VOICE.dev);

  await maya.hold(true);
  await dev.hearsNo(VOICE.maya);
  await dev.hearsSomething();
  await maya.hold(false);
  await dev.hears(VOICE.maya);

  await maya.hangUp();
  await dev.hasEnded();
});

test("the echo test gives back what was said", async ({ request, server, openBrowser }) => {
  const { sip } = await signInForCalls(request, server.url, "maya@harborlight.example");
  const maya = await JssipPhone.register(await openBrowser(), sip, VOICE.maya);
  await maya.call("*43");
  await maya.talks();
  await maya.hears(VOICE.maya);
  await maya.hangUp();
  await expect.poll(() => maya.page.evaluate("stateOf()")).toMatch(/^ended/);
});
