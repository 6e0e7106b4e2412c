import type { BrowserContext, Page } from "@playwright/test";
import { people, signIn } from "../../support/demo-people.ts";
import { bubble, textFromOutside } from "../../support/messages.ts";
import { expect, test } from "../../support/test.ts";

const LINE = "12125550180";
const OUTSIDE = "12125550157";
const SOON = { timeout: 20_000 };

interface Heard {
  readonly notices: { readonly said: string; readonly click: () => void }[];
  sounds: number;
}
type ListeningWindow = Window & typeof globalThis & { heard: Heard };

/** Whether the system shows a notification and plays a sound is its business; what is handed to it is ours. */
async function listen(context: BrowserContext): Promise<void> {
  await context.addInitScript(() => {
    const heard: Heard = { notices: [], sounds: 0 };
    class Recorded {
      static permission = "granted";
      static requestPermission = async () => "granted";
      onclick: (() => void) | undefined;
      constructor(title: string, options: { body: string }) {
        heard.notices.push({ said: `${title}: ${options.body}`, click: () => this.onclick?.() });
      }
      close(): void {}
    }
    HTMLMediaElement.prototype.play = async () => {
      heard.sounds += 1;
    };
    Object.assign(window, { Notification: Recorded, heard });
  });
}

/** A page begins to listen for texts behind its first paint, then asks who is in which conversation, and rests. */
async function hears(page: Page): Promise<void> {
  await page.waitForResponse("**/api/sms/presence");
  await page.waitForLoadState("networkidle");
}
const notices = (page: Page): Promise<string[]> =>
  page.evaluate(() => (window as unknown as ListeningWindow).heard.notices.map(({ said }) => said));
const sounds = async (...pages: readonly Page[]): Promise<number> => {
  const counts = await Promise.all(
    pages.map((page) => page.evaluate(() => (window as unknown as ListeningWindow).heard.sounds)),
  );
  return counts.reduce((sum, count) => sum + count, 0);
};
const unread = async (page: Page): Promise<number> => {
  const link = page.getByRole("navigation").getByRole("link", { name: /Messages/ });
  const [count = "0"] = await link.getByRole("img", { name: /unread/ }).allTextContents();
  return Number.parseInt(count, 10);
};

test("a text that comes in is notified, heard once in all tabs, counted, and leads to its conversation", async ({
  page,
  context,
}) => {
  await listen(context);
  const say = (text: string, from = OUTSIDE): Promise<void> =>
    textFromOutside(page, { from, to: LINE, text });
  const pageHears = hears(page);
  await signIn(page, people.sam);
  await pageHears;
  const other = await context.newPage();
  const otherHears = hears(other);
  await other.goto("/settings#notifications");
  await otherHears;
  const isWanted = other.getByRole("switch", { name: "Notifications in the browser" });
  await expect(isWanted).toBeChecked(SOON);
  const before = await unread(page);

  await say("The crown came loose");
  await expect.poll(() => notices(page), SOON).toEqual(["(212) 555-0157: The crown came loose"]);
  await expect.poll(() => notices(other), SOON).toEqual(["(212) 555-0157: The crown came loose"]);
  await expect.poll(() => sounds(page, other), SOON).toBe(1);
  await expect.poll(() => unread(page), SOON).toBe(before + 1);
  await expect(page).toHaveTitle(/^\(\d\+?\) Offhook$/);

  await page.evaluate(() => (window as unknown as ListeningWindow).heard.notices[0]?.click());
  await expect(page).toHaveURL(`/messages/${OUTSIDE}/${LINE}`);
  await expect(bubble(page, "The crown came loose")).toBeVisible(SOON);
  await expect.poll(() => unread(other), SOON).toBe(before);

  await page.goto("/calls/new");
  await isWanted.uncheck({ force: true });
  await expect(isWanted).not.toBeChecked();
  await say("Are you open on Saturday?");
  await expect.poll(() => unread(other), SOON).toBe(before + 1);
  await isWanted.check({ force: true });
  await expect(isWanted).toBeChecked();
  await say("Hello?");
  const told = ["(212) 555-0157: The crown came loose", "(212) 555-0157: Hello?"];
  await expect.poll(() => notices(other), SOON).toEqual(told);

  // A user who looks at the conversation sees it, and none of their tabs shows a notification.
  await page.goto(`/messages/${OUTSIDE}/${LINE}`);
  await expect(bubble(page, "Hello?")).toBeVisible(SOON);
  await expect.poll(() => unread(other), SOON).toBe(before);
  await say("It is the upper left one");
  await expect(bubble(page, "It is the upper left one")).toBeVisible(SOON);
  await say("Somebody else", "12125550158");
  await expect.poll(() => notices(other), SOON).toEqual([...told, "(212) 555-0158: Somebody else"]);
});
