import { existsSync } from "node:fs";
import { createServer } from "node:http";
import { delimiter, join } from "node:path";
import { chromium, type Page } from "@playwright/test";

const FLAGS = [
  "--no-sandbox",
  "--disable-gpu",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
  "--no-first-run",
  "--use-fake-device-for-media-stream",
  "--use-fake-ui-for-media-stream",
  "--autoplay-policy=no-user-gesture-required",
];

const NAMES = ["chromium", "chromium-browser", "google-chrome", "google-chrome-stable"];

function chromiumPath(): string {
  const folders = (process.env.PATH ?? "").split(delimiter);
  const found = NAMES.flatMap((name) => folders.map((folder) => join(folder, name))).find((path) =>
    existsSync(path),
  );
  const path = process.env.OFFHOOK_CHROMIUM || found;
  if (!path) throw new Error("This test needs Chromium: install it, or name it in OFFHOOK_CHROMIUM");
  return path;
}

export interface ChromiumPages {
  open(): Promise<Page>;
  close(): Promise<void>;
}

/** A real browser with a pretended microphone and camera, and a server for the one page that it opens. */
export async function startChromium(html: string): Promise<ChromiumPages> {
  const server = createServer((_request, response) =>
    response.setHeader("content-type", "text/html").end(html),
  );
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const browser = await chromium.launch({ executablePath: chromiumPath(), args: FLAGS });
  const address = server.address();
  return {
    async open() {
      const page = await browser.newPage();
      // A secure context is needed for the microphone, and localhost is one.
      await page.goto(`http://localhost:${typeof address === "object" ? address?.port : 0}/`);
      return page;
    },
    async close() {
      await browser.close();
      server.close();
    },
  };
}
