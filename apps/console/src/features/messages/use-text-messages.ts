import type { SmsViewer } from "@offhook/contract";
import { useStore } from "zustand";
import { useUser } from "../session/index.ts";
import { useMessagesHub } from "./messages-context.ts";
import type { Thread } from "./store/thread.ts";
import type { ThreadState } from "./store/thread-rules.ts";
import { createTextMessages, type TextMessages } from "./text-messages.ts";

export function useTextMessages(): TextMessages {
  return useMessagesHub().open(createTextMessages);
}

export function useThread<Selected>(thread: Thread, select: (state: ThreadState) => Selected): Selected {
  return useStore(thread.state, select);
}

const NOBODY: readonly SmsViewer[] = [];

/** Colleagues who are in this conversation now. */
export function useViewers(smsLine: string, id: string): readonly SmsViewer[] {
  const { presence } = useTextMessages();
  return useStore(presence.state, (state) => state.get(`${smsLine}/${id}`) ?? NOBODY);
}

/** The name of a line; its number where the user has none of that name. */
export function useLineName(smsLine: string): string {
  const { sms_lines: lines } = useUser();
  return lines.find(({ sms_line }) => sms_line === smsLine)?.sms_linename ?? smsLine;
}
