import type { PushEvent } from "@offhook/contract";

type MessageEvent = Extract<PushEvent, { type: "VOICEMAIL_NEW" | "VOICEMAIL_CHANGED" | "VOICEMAIL_DELETED" }>;

/** Messages of a box have come, gone, been heard or moved. */
export function isAboutMessages(event: PushEvent): event is MessageEvent {
  const { type } = event;
  return type === "VOICEMAIL_NEW" || type === "VOICEMAIL_CHANGED" || type === "VOICEMAIL_DELETED";
}
