import type { SmsConversation, SmsConversationFilter, TaskEvent } from "@offhook/contract";
import type { ListEdit } from "../../../platform/live/list-edits.ts";
import type { ListRules } from "../../../platform/live/live-list.ts";
import type { ListChoice } from "./text-api.ts";

/** Newest first; of the same moment the one that is younger over all lines. */
export function compareConversations(one: SmsConversation, other: SmsConversation): number {
  return other.time - one.time || other.lid - one.lid;
}

const FITS: Readonly<
  Record<SmsConversationFilter, (conversation: SmsConversation, userId: number) => boolean>
> = {
  all: () => true,
  unread: ({ new: isNew }) => isNew,
  assignedToMe: ({ task, taskStatus }, userId) => taskStatus === "new" && task?.assigned_to === userId,
  assigned: ({ task, taskStatus }) => taskStatus === "new" && task !== null && task.assigned_to !== null,
  unassigned: ({ task, taskStatus }) => taskStatus !== "new" || task === null || task.assigned_to === null,
  unresolved: ({ taskStatus }) => taskStatus === "new",
  resolved: ({ taskStatus }) => taskStatus === "done",
  scheduled: ({ isScheduled }) => isScheduled,
  blocked: ({ blocked }) => blocked,
};

export function fitsChoice(conversation: SmsConversation, choice: ListChoice, userId: number): boolean {
  return choice.lines.includes(conversation.smsLine) && FITS[choice.filter](conversation, userId);
}

/** Only what is in a list already; a conversation nobody has loaded needs no change. */
export function patchConversation(
  smsLine: string,
  id: string,
  change: Partial<SmsConversation>,
): ListEdit<SmsConversation> {
  return { change: (row) => (row.id === id && row.smsLine === smsLine ? { ...row, ...change } : row) };
}

export function dropConversation(smsLine: string, id: string): ListEdit<SmsConversation> {
  return { remove: (row) => row.id === id && row.smsLine === smsLine };
}

/** What a task says of its conversation. */
export function taskOfConversation({ current }: TaskEvent): Partial<SmsConversation> {
  return {
    task: current && { ...current },
    taskId: current?.id ?? null,
    taskStatus: current?.status ?? null,
    assignedToName: current?.assignedToName ?? "",
    done: current?.status === "done",
  };
}

const put = ({
  conversation,
}: {
  readonly conversation: SmsConversation;
}): readonly ListEdit<SmsConversation>[] => [{ put: conversation }];

/** What is told of texts, as far as it shows in the list. */
export const CONVERSATION_RULES = {
  MO: put,
  MT: put,
  sent: put,
  DLR: put,
  DSR: put,
  SMS_COMMENT: put,
  SMS_SCHEDULED: put,
  SMS_UNSCHEDULED: put,
  SMS_CONVERSATION: put,
  SMS_RESTORED: put,
  SMS_READ: ({ isComplete, conversations }) =>
    isComplete ? conversations.map((conversation) => ({ put: conversation })) : undefined,
  SMS_DELETED: ({ smsLine, id, messageId, conversation }) => [
    messageId !== null && conversation ? { put: conversation } : dropConversation(smsLine, id),
  ],
  SMS_TASK: (event) =>
    event.task.sms_line === null
      ? []
      : [patchConversation(event.task.sms_line, event.task.source_id, taskOfConversation(event))],
} satisfies ListRules<SmsConversation>;
