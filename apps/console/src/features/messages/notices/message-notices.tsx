import type { PushEventOf } from "@offhook/contract";
import { formatPhone } from "@offhook/telephony";
import type { ReactNode } from "react";
import { paths } from "../../../platform/navigation/paths.ts";
import { playSoundOnce } from "../../../platform/notifications/sound-once.ts";
import { usePlatform } from "../../../platform/platform-context.tsx";
import { usePushEvent } from "../../../platform/push/push-context.tsx";
import { useSoundPlayer } from "../../../platform/sounds/sound-context.ts";
import { useUser } from "../../session/index.ts";
import { useNotifications, useSettings } from "../../settings/index.ts";
import { shownLines } from "../shown-lines.ts";
import { useTextMessages } from "../use-text-messages.ts";
import { noticeOf } from "./notice-rules.ts";
import { isReading } from "./reading-mark.ts";

/** What a text that comes in does on every screen: a notification, a sound, and the texts that still wait go out. */
export function MessageNotices(): ReactNode {
  const { client, browser } = usePlatform();
  const { clock } = browser;
  const user = useUser();
  const settings = useSettings((all) => all);
  const notifications = useNotifications();
  const sounds = useSoundPlayer();
  // Opens the outbox: what a closed page left in it goes out from any screen.
  useTextMessages();

  const tell = async (event: PushEventOf<"MO" | "SMS_MENTION">): Promise<void> => {
    const { message, conversation } = event;
    const path = paths.conversation(event.smsLine, conversation.id);
    const notice = noticeOf(event, {
      now: clock.now(),
      isOpen: await isReading({ sms_line: event.smsLine, conversation: conversation.id }),
      lines: shownLines(user, settings),
      settings,
    });
    if (notice.playsSound) void playSoundOnce("sms", message.id, { locks: navigator.locks, clock, play });
    if (!notice.isShown) return;
    const name = await nameOf(conversation.id);
    const title = event.type === "SMS_MENTION" ? `${message.sent_by_name} mentioned you` : name;
    notifications.show({ title, body: message.text || "Sent a file", path, tag: `sms ${path}` });
  };
  const play = (): void => sounds.play("sms", { outputs: [settings.audioOutput?.browserId ?? ""] });
  const nameOf = async (number: string): Promise<string> => {
    const [caller] = await client.lookUpNumbers({ body: { numbers: [number] } }).catch(() => []);
    return caller?.name ?? formatPhone(number);
  };
  const hear = (event: PushEventOf<"MO" | "SMS_MENTION">): void => {
    void tell(event);
  };
  usePushEvent("MO", hear);
  usePushEvent("SMS_MENTION", hear);
  return null;
}
