import { fileURLToPath } from "node:url";
import { untilNothingMoves } from "@offhook/testkit/browser";
import type { Page } from "@playwright/test";

const folder = (path: string) => fileURLToPath(new URL(`../../${path}/`, import.meta.url));
const SHOWN_FOLDER = folder("docs/pictures");
const IGNORED_FOLDER = folder("pictures");

/** The pictures that README.md and docs/demo.md show are part of the repository; every other one stays on the machine. */
const SHOWN: readonly string[] = [
  "call-active-1440-light",
  "call-ringing-390-light",
  "call-history-1440-light",
  "chat-team-1440-dark",
  "contact-1440-light",
  "conversation-1440-light",
  "conversation-390-dark",
  "dial-pad-1440-dark",
  "settings-1440-light",
  "simulator-1440-light",
  "tasks-1440-light",
];

export const SIZES = [
  { name: "1440", width: 1440, height: 900 },
  { name: "768", width: 768, height: 1024 },
  { name: "390", width: 390, height: 844 },
] as const;
export type Size = (typeof SIZES)[number];
export const SCHEMES = ["light", "dark"] as const;

/** How the page looks next: its size and its colors. */
export async function pose(page: Page, size: Size, colorScheme: (typeof SCHEMES)[number]): Promise<void> {
  await page.setViewportSize(size);
  await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
}

/** Waits until nothing moves. */
async function still(page: Page): Promise<void> {
  await page.waitForLoadState("networkidle");
  await page.evaluate(async () => {
    await document.fonts.ready;
  });
  await page.evaluate(untilNothingMoves);
}

export async function takePicture(page: Page, name: string): Promise<void> {
  await still(page);
  await page.screenshot({ path: `${SHOWN.includes(name) ? SHOWN_FOLDER : IGNORED_FOLDER}${name}.png` });
}

/** A state that would not outlive a reload, a call say: in all colors, wide and on a phone, as it is. */
export async function takePicturesOfNow(page: Page, name: string): Promise<void> {
  for (const size of SIZES.filter(({ name: width }) => width !== "768")) {
    for (const scheme of SCHEMES) {
      await pose(page, size, scheme);
      await takePicture(page, `${name}-${size.name}-${scheme}`);
    }
  }
}
