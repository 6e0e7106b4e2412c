import { expect, test } from "vitest";
import { WebNotifications } from "../../../platform/notifications/web-notifications.ts";
import { renderSignedIn } from "../../../testing/render-signed-in.tsx";
import { NotificationsProvider } from "../../settings/index.ts";
import { aFailedFax, aFax, faxDetails, NOW_SECONDS, RECORDS_LINE } from "../testing/faxes.ts";
import { FaxNotices } from "./fax-notices.tsx";

interface Shown {
  readonly title: string;
  readonly body: string | undefined;
  readonly notification: { onclick: (() => void) | null };
}

/** What the system shows, and where a click leads. */
function aSystem() {
  const shown: Shown[] = [];
  const opened: string[] = [];
  class Told {
    static readonly permission = "granted";
    static readonly requestPermission = async () => "granted" as const;
    onclick: (() => void) | null = null;
    constructor(title: string, options?: NotificationOptions) {
      shown.push({ title, body: options?.body, notification: this });
    }
    close(): void {}
  }
  const notifications = new WebNotifications({
    // As much of the browser's own as is used.
    api: Told as unknown as typeof Notification,
    focusWindow: () => {},
    open: (path) => opened.push(path),
  });
  return { shown, opened, notifications };
}

const settings = JSON.stringify({ webAppNotifications: true });
const MAYA = { user_id: 1, name: "Maya Okafor" };
const fresh = aFax({ time: NOW_SECONDS, time_ms: NOW_SECONDS * 1000 });
const failed = aFailedFax({ id: "fax-2", time: NOW_SECONDS, time_ms: NOW_SECONDS * 1000 });

test("[FXL39] a new fax and a failed one of the user's own are told, and a click opens them", async () => {
  const { shown, opened, notifications } = aSystem();
  const { tell } = await renderSignedIn(
    <NotificationsProvider value={notifications}>
      <FaxNotices />
    </NotificationsProvider>,
    {
      profile: {
        fax_lines: [{ fax_line: RECORDS_LINE, fax_linename: "Records" }],
        user_settings: { settings, type: "teleconsole", version: 0 },
      },
      prepare: (service) =>
        service
          .on("GET /fax/messages", () => ({ result: [fresh] }))
          .on("GET /fax/details", () => ({ result: faxDetails(failed, { sent_by: MAYA }) })),
    },
  );
  const told = (): unknown[] => shown.map(({ title, body }) => [title, body]);
  tell({ type: "FAX_NEW", mailbox: RECORDS_LINE, id: fresh.id, fax: fresh });
  await expect.poll(told).toEqual([["Fax from June Park", "3 pages · Records"]]);
  tell({ type: "FAX_DLR", mailbox: RECORDS_LINE, id: failed.id, fax: failed });
  await expect
    .poll(() => told()[1])
    .toEqual(["Fax to (212) 555-0177 failed", "The other side answered but is no fax machine"]);
  for (const { notification } of shown) notification.onclick?.();
  expect(opened).toEqual([`/faxes/${RECORDS_LINE}/fax-1/INBOX`, `/faxes/${RECORDS_LINE}/fax-2/SENT`]);
});
