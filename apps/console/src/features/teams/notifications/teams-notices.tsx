import type { ChatData } from "@offhook/contract";
import { useSnackbar } from "@offhook/ui";
import { useRouter } from "@tanstack/react-router";
import { type ReactNode, useEffect, useEffectEvent } from "react";
import { paths } from "../../../platform/navigation/paths.ts";
import { playSoundOnce } from "../../../platform/notifications/sound-once.ts";
import { usePlatform } from "../../../platform/platform-context.tsx";
import { hasFocus } from "../../../platform/rendering/window-focus.ts";
import { useSoundPlayer } from "../../../platform/sounds/sound-context.ts";
import { useNotifications, useSettings } from "../../settings/index.ts";
import { readContent } from "../content/message-content.ts";
import { findRecord } from "../store/topic-store.ts";
import { useTeamsChat } from "../teams-context.ts";
import { useNames } from "../topic/use-names.ts";
import { noticeOf, noticeText } from "./notice-rules.ts";

const SOUND_STOPS_MS = 500;
const SNACK_MS = 8_000;

/** What somebody says in chat, told on every screen; a click leads there. */
export function TeamsNotices(): ReactNode {
  const { browser } = usePlatform();
  const chat = useTeamsChat();
  const router = useRouter();
  const names = useNames();
  const snackbar = useSnackbar();
  const settings = useSettings((all) => all);
  const notifications = useNotifications();
  const playSound = useSoundOnce();

  const tell = useEffectEvent((topicId: string, data: ChatData) => {
    const topic = findRecord(chat.store, topicId)?.topic;
    if (!topic) return;
    const { pathname } = router.state.location;
    const isOpen = hasFocus() && pathname.endsWith(`/${topicId}`);
    const { ownId } = chat.store.getState();
    const notice = noticeOf(data, { now: browser.clock.now(), ownId, topic, isOpen, settings });
    if (notice.playsSound) playSound(topicId, data.seq);
    if (!notice.isShown) return;
    const sender = names.nameOf(data.from);
    notifications.show({
      title: topic.isGroup ? `${sender} in ${names.topicName(topic)}` : sender,
      body: noticeText(readContent(data.content)),
      path: paths.chat(topicId, { notification: "true" }),
      tag: `teams ${topicId}`,
    });
  });
  const tellRequest = useEffectEvent((topicId: string, user: string) => {
    const topic = findRecord(chat.store, topicId)?.topic;
    if (!topic) return;
    snackbar.show(`${names.nameOf(user)} asks to write in ${names.topicName(topic)}`, {
      durationMs: SNACK_MS,
      action: { label: "Open", onClick: () => router.history.push(paths.chat(topicId)) },
    });
  });
  useEffect(() => chat.events.on("arrived", ({ topic, data }) => tell(topic, data)), [chat]);
  useEffect(() => chat.events.on("accessRequested", ({ topic, user }) => tellRequest(topic, user)), [chat]);
  return null;
}

/** In one of the user's tabs. */
function useSoundOnce(): (topic: string, seq: number) => void {
  const { clock } = usePlatform().browser;
  const sounds = useSoundPlayer();
  const output = useSettings((settings) => settings.audioOutput?.browserId ?? "");
  const play = (): void => {
    sounds.play("chat", { outputs: [output] });
    clock.schedule(SOUND_STOPS_MS, () => sounds.stop("chat"));
  };
  return (topic, seq) =>
    void playSoundOnce("chat", `${topic} ${seq}`, { locks: navigator.locks, clock, play });
}
