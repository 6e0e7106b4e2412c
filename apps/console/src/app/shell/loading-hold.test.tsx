import { type ReactNode, useState } from "react";
import { expect, test } from "vitest";
import { page } from "vitest/browser";
import { stopLoadingTime } from "../../testing/loading-time.ts";
import { renderSignedIn } from "../../testing/render-signed-in.tsx";
import { type ShellDialog, ShellDialogs } from "./shell-dialogs.tsx";
import { AccountMenu } from "./top-bar/account-menu.tsx";

function Shell(): ReactNode {
  const [open, setOpen] = useState<ShellDialog>();
  return (
    <>
      <AccountMenu onOpen={setOpen} />
      <ShellDialogs open={open} onClose={() => setOpen(undefined)} />
    </>
  );
}

const lunch = { id: 3, name: "Lunch", emoji: "🥪", default_duration: "1_hour", shared: "1" };
const notes = { version: "0.0.0", date: "2026-11-15", sections: [], html: "<p>Calls ring sooner</p>" };
const queue = { id: 5, name: "Scheduling", extension: "301", available: "1" };

test.each([
  ["saved statuses", "GET /user/statuses", [lunch], "Set a status", "Lunch"],
  ["release notes", "GET /releaseNotes", notes, "What's new", "Calls ring sooner"],
  ["queues", "GET /myQueues", [queue], "Manage queue availability", "Scheduling"],
])(
  "[LOAD1] %s that come right after the loading sign has appeared wait until it was seen",
  async (...row) => {
    const [, route, result, item, words] = row;
    let arrive = (): void => {};
    const came = new Promise<void>((resolve) => {
      arrive = resolve;
    });
    await renderSignedIn(<Shell />, {
      prepare: (service) => service.on(route, () => came.then(() => ({ result }))),
    });
    const { pass, until } = stopLoadingTime();
    await page.getByRole("button", { name: /Maya/ }).click();
    const entry = page.getByRole("menuitem", { name: item });
    await until(() => entry.query() !== null);
    await entry.click();
    const sign = page.getByRole("status", { name: "Loading", includeHidden: true });
    await until(() => sign.query() !== null);
    await pass(210);
    arrive();
    await pass(20);
    expect(sign.query()).not.toBeNull();
    expect(page.getByText(words).query()).toBeNull();
    await pass(400);
    await until(() => page.getByText(words).query() !== null);
    expect(sign.query()).toBeNull();
  },
);
