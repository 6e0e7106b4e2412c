import type {
  PushEvent,
  SmsAddress,
  SmsConversation,
  SmsEvent,
  SmsMessage,
  TaskEvent,
} from "@offhook/contract";
import type { EventRules } from "../../../platform/live/live-value.ts";
import { taskOfConversation } from "./conversation-rules.ts";
import { EMPTY_WINDOW, type ThreadWindow, withMessage, withoutMessage } from "./thread-window.ts";

export interface ThreadState extends ThreadWindow {
  /** `empty`: nothing has been written to this number on this line yet. */
  readonly status: "idle" | "loading" | "ready" | "empty" | "failed" | "denied";
  readonly conversation: SmsConversation | undefined;
  /** Soonest first. */
  readonly scheduled: readonly SmsMessage[];
  /** Where the unread ones began when the thread was opened. */
  readonly unreadFrom: string | undefined;
  /** The message to show, each time another object is given. */
  readonly target: { readonly id: string } | undefined;
}

export const NOTHING: ThreadState = {
  ...EMPTY_WINDOW,
  status: "idle",
  conversation: undefined,
  scheduled: [],
  unreadFrom: undefined,
  target: undefined,
};

export type OneMessageEvent = Extract<SmsEvent, { message: SmsMessage }>;
type ReadEvent = Extract<SmsEvent, { type: "SMS_READ" }>;

/** Pure. A message as it now is, among the texts or among what is scheduled. */
export function withArrived(state: ThreadState, message: SmsMessage): ThreadState {
  if (state.status === "idle") return state;
  if (message.scheduled) {
    const others = state.scheduled.filter(({ id }) => id !== message.id);
    const scheduled = [...others, message].sort(
      (one, other) => (one.scheduled_at ?? 0) - (other.scheduled_at ?? 0),
    );
    return { ...state, scheduled, status: "ready" };
  }
  const status = state.status === "empty" ? "ready" : state.status;
  return { ...state, ...withMessage(state, message), status };
}

/** Whether an event says more of a message than one before it. */
export function saysMoreOf(event: PushEvent, messageId: string, { conversation }: SmsAddress): boolean {
  if (event.type === "SMS_DELETED")
    return event.messageId === null ? event.id === conversation : event.messageId === messageId;
  return "message" in event && typeof event.message === "object" && event.message?.id === messageId;
}

/** What the service pushes about one conversation. `waits`: whether the message of an event is taken over later. */
export function threadRules(
  { sms_line: line, conversation: id }: SmsAddress,
  waits: (event: OneMessageEvent, number: number) => boolean,
): EventRules<ThreadState> {
  /** What is not loaded hears of it with its answer. */
  const isAbout = (state: ThreadState, smsLine: string | null, about: string): boolean =>
    (state.status === "ready" || state.status === "empty") && smsLine === line && about === id;
  const one = (state: ThreadState, event: OneMessageEvent, number: number): ThreadState => {
    if (!isAbout(state, event.smsLine, event.conversation.id)) return state;
    const { conversation, message } = event;
    const headed: ThreadState = { ...state, conversation, status: "ready" };
    return waits(event, number) ? headed : withArrived(headed, message);
  };
  const conversationOf = (
    state: ThreadState,
    { smsLine, conversation }: Pick<OneMessageEvent, "smsLine" | "conversation">,
  ): ThreadState =>
    isAbout(state, smsLine, conversation.id) ? { ...state, conversation, status: "ready" } : state;
  const task = (state: ThreadState, event: TaskEvent): ThreadState => {
    const { conversation } = state;
    const isMeant = isAbout(state, event.task.sms_line, event.task.source_id);
    if (!conversation || !isMeant) return state;
    return { ...state, conversation: { ...conversation, ...taskOfConversation(event) } };
  };
  return {
    MO: one,
    MT: one,
    sent: one,
    DLR: one,
    DSR: one,
    SMS_COMMENT: one,
    SMS_SCHEDULED: one,
    SMS_CONVERSATION: conversationOf,
    SMS_UNSCHEDULED: (state, event) => {
      const now = conversationOf(state, event);
      return now === state ? state : withoutScheduled(now, event.scheduledId);
    },
    SMS_RESTORED: (state, event) => {
      const now = conversationOf(state, event);
      if (now === state) return state;
      // All of it has come back, and the event does not say what that is.
      return event.message ? withArrived(now, event.message) : undefined;
    },
    SMS_DELETED: (state, { smsLine, id: about, messageId, conversation }) => {
      if (!isAbout(state, smsLine, about)) return state;
      if (messageId === null) return { ...NOTHING, status: "empty" };
      return { ...state, ...withoutMessage(state, messageId), ...(conversation ? { conversation } : {}) };
    },
    SMS_READ: (state, event) => {
      const conversation = event.conversations.find((each) => isAbout(state, event.smsLine, each.id));
      // Of many conversations only some are told.
      if (!conversation) return event.isComplete || !isAbout(state, event.smsLine, id) ? state : undefined;
      return { ...state, conversation, messages: state.messages.map((message) => readAs(message, event)) };
    },
    SMS_TASK: task,
  };
}

export function withoutScheduled(state: ThreadState, scheduledId: number): ThreadState {
  return { ...state, scheduled: state.scheduled.filter((each) => each.scheduledId !== scheduledId) };
}

function readAs(message: SmsMessage, { ids, new: isNew, user_id }: ReadEvent): SmsMessage {
  const isMeant = message.direction === "in" && (ids?.includes(message.id) ?? true);
  if (!isMeant) return message;
  const others = message.read_by.filter((id) => id !== user_id);
  return { ...message, new: isNew, read_by: isNew ? others : [...others, user_id] };
}
