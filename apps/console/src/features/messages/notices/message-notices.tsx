import type { PushEvent, SmsEvent } from "@offhook/contract";
import { formatPhone } from "@offhook/telephony";
import { useRouter } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { usePlatform } from "../../../platform/platform-context.tsx";
import { usePushEvent } from "../../../platform/push-context.tsx";
import { useSoundPlayer } from "../../calls/index.ts";
import { useUser } from "../../session/index.ts";
import { useNotifications, useSettings } from "../../settings/index.ts";
import { shownLines } from "../shown-lines.ts";
import { conversationPath, useMessageDesk } from "../use-message-desk.ts";
import { noticeOf } from "./notice-rules.ts";

const SOUND_LOCK_MS = 1_500;

/** What a text that comes in does on every screen: a notification, a sound, and the texts that still wait go out. */
export function MessageNotices(): ReactNode {
  const { client } = usePlatform();
  const user = useUser();
  const settings = useSettings((all) => all);
  const notifications = useNotifications();
  const playSound = useSoundOnce(user.id);
  const router = useRouter();
  // Opens the outbox: what a closed page left in it goes out from any screen.
  useMessageDesk();

  const tell = async (event: Extract<SmsEvent, { type: "MO" | "SMS_MENTION" }>): Promise<void> => {
    const { message, conversation } = event;
    const path = conversationPath(event.smsLine, conversation.id);
    const isOpen = router.state.location.pathname === path && document.hasFocus();
    const notice = noticeOf(event, {
      now: Date.now(),
      isOpen,
      lines: shownLines(user, settings),
      settings,
    });
    if (notice.playsSound) playSound();
    if (!notice.isShown) return;
    const name = await nameOf(conversation.id);
    const title = event.type === "SMS_MENTION" ? `${message.sent_by_name} mentioned you` : name;
    notifications.show({ title, body: message.text || "Sent a file", path, tag: `sms ${path}` });
  };
  const nameOf = async (number: string): Promise<string> => {
    const [caller] = await client.lookUpNumbers({ body: { numbers: [number] } }).catch(() => []);
    return caller?.name ?? formatPhone(number);
  };
  const hear = (event: PushEvent): void => {
    void tell(event as unknown as Extract<SmsEvent, { type: "MO" | "SMS_MENTION" }>);
  };
  usePushEvent("MO", hear);
  usePushEvent("SMS_MENTION", hear);
  return null;
}

/** One of the user's tabs is enough to be heard. */
function useSoundOnce(userId: number): () => void {
  const sounds = useSoundPlayer();
  const output = useSettings((settings) => settings.audioOutput?.browserId ?? "");
  return () => {
    const play = (): void => sounds.play("sms", { outputs: [output] });
    if (!("locks" in navigator)) return play();
    void navigator.locks.request(`offhook-sms-sound-${userId}`, { ifAvailable: true }, async (lock) => {
      if (!lock) return;
      play();
      await new Promise((resolve) => setTimeout(resolve, SOUND_LOCK_MS));
    });
  };
}
