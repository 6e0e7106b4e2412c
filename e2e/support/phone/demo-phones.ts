import { chromiumFlags, chromiumPath } from "../chromium.ts";
import { test as base, expect } from "../test.ts";
import { JssipPhone } from "./jssip-phone.ts";
import { type SignedIn, signInForCalls } from "./sign-in.ts";

/** Between the notes of the music on hold, so that it is never taken for one of them. */
export const VOICE = { maya: 1_400, dev: 1_600, ines: 1_850, samuel: 2_100 } as const;
type Handle = keyof typeof VOICE;
export const EXTENSION = { maya: "101", dev: "102", ines: "103" } as const;

interface DemoPhone {
  readonly phone: JssipPhone;
  readonly user: SignedIn;
}

interface PhoneFixtures {
  readonly phoneOf: (handle: Handle) => Promise<DemoPhone>;
}

/** For `test.use` of every file with phones: microphones that need no permission. */
export const withMicrophones = {
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
};

/** Journeys of the phone system: people of the demo with a stock phone each. */
export const test = base.extend<PhoneFixtures>({
  phoneOf: async ({ request, server, openBrowser }, use) => {
    const users: SignedIn[] = [];
    await use(async (handle) => {
      const user = await signInForCalls(request, server.url, `${handle}@harborlight.example`);
      users.push(user);
      const phone = await JssipPhone.register(await openBrowser(), user.sip, VOICE[handle]);
      return { phone, user };
    });
    // What went on has ended for the phone system too: a call left behind keeps its people busy.
    for (const user of users)
      await expect
        .poll(() => user.call<unknown[]>("GET", "/calls/live"), {
          message: "calls left behind",
          timeout: 20_000,
        })
        .toEqual([]);
  },
});

export { expect };
