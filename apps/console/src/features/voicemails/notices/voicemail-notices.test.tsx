import { FakeClock } from "@offhook/testkit";
import { expect, test } from "vitest";
import { WebNotifications } from "../../../platform/notifications/web-notifications.ts";
import { PushClient } from "../../../platform/push/push-client.ts";
import { PushProvider } from "../../../platform/push/push-context.tsx";
import { FakePushService } from "../../../testing/fake-push-service.ts";
import { renderSignedIn } from "../../../testing/render-signed-in.tsx";
import { NotificationsProvider } from "../../settings/index.ts";
import { BOXES } from "../testing/render-voicemails.tsx";
import { aVoicemail } from "../testing/voicemails.ts";
import { VoicemailNotices } from "./voicemail-notices.tsx";

test("a new voicemail is told with its caller, and a click opens it", async () => {
  const shown: { title: string; notification: { onclick: (() => void) | null } }[] = [];
  const opened: string[] = [];
  class Told {
    static readonly permission = "granted";
    static readonly requestPermission = async () => "granted" as const;
    onclick: (() => void) | null = null;
    constructor(title: string) {
      shown.push({ title, notification: this });
    }
    close(): void {}
  }
  const notifications = new WebNotifications({
    // As much of the browser's own as is used.
    api: Told as unknown as typeof Notification,
    focusWindow: () => {},
    open: (path) => opened.push(path),
  });
  const settings = JSON.stringify({ webAppNotifications: true });
  const clock = new FakeClock(aVoicemail().time_ms + 25_000);
  const service = new FakePushService();
  const push = new PushClient({
    clock,
    random: () => 0.5,
    openSocket: service.openSocket,
    token: async () => "key",
    cursor: { load: () => 0, save: () => {} },
    isOnline: () => true,
    onHandlerFailed: (failure) => {
      throw failure;
    },
  });
  push.start();
  const { browser } = await renderSignedIn(
    <PushProvider value={push}>
      <NotificationsProvider value={notifications}>
        <VoicemailNotices />
      </NotificationsProvider>
    </PushProvider>,
    {
      profile: { vox_boxes: BOXES, user_settings: { settings, type: "teleconsole", version: 0 } },
      prepare: (rest) => {
        rest.on("GET /voicemail", () => ({ result: [aVoicemail()] }));
      },
    },
  );
  const time_ms = browser.clock.now() - 24_000;
  const news = { mailbox: "maya", id: "vm-1", voicemail: aVoicemail({ time_ms }) };
  await expect
    .poll(() => {
      service.current?.deliver();
      return push.state.name;
    })
    .toBe("connected");
  service.current?.send({
    type: "event",
    channel: "vox.1.maya",
    id: 1,
    event: { type: "VOICEMAIL_NEW", ...news },
  });
  service.current?.deliver();
  await expect.poll(() => shown.map(({ title }) => title)).toEqual(["Voicemail from June Park"]);
  shown[0]?.notification.onclick?.();
  expect(opened).toEqual(["/voicemails/maya/vm-1/INBOX"]);
});
