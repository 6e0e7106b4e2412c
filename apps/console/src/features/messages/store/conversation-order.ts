import type { SmsConversation, SmsConversationFilter } from "@offhook/contract";
import type { ListChoice } from "./text-api.ts";

/** Newest first; of the same moment the one that is younger over all lines. */
function compareConversations(one: SmsConversation, other: SmsConversation): number {
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

export interface ConversationPage {
  readonly conversations: readonly SmsConversation[];
  /** Where the next page begins; null: there is none. */
  readonly next: string | null;
}

/** Pure. The list with this conversation as it now is, in its place; the same list when nothing changes. */
export function withConversation(
  page: ConversationPage,
  conversation: SmsConversation,
  isShown: boolean,
): ConversationPage {
  const { conversations, next } = page;
  const others = conversations.filter(({ lid }) => lid !== conversation.lid);
  const isKnown = others.length < conversations.length;
  if (!isShown) return isKnown ? { conversations: others, next } : page;
  const index = placeOf(others, conversation);
  // Behind the last one that is loaded: it comes with its own page.
  if (index === others.length && next !== null) return isKnown ? { conversations: others, next } : page;
  return { conversations: others.toSpliced(index, 0, conversation), next };
}

function placeOf(sorted: readonly SmsConversation[], conversation: SmsConversation): number {
  let [low, high] = [0, sorted.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    const there = sorted[middle];
    if (there && compareConversations(there, conversation) <= 0) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** Pure. A page added to what is there; where they overlap, what came last is right. */
export function withOlderPage(page: ConversationPage, older: ConversationPage): ConversationPage {
  const arrived = new Set(older.conversations.map(({ lid }) => lid));
  const kept = page.conversations.filter(({ lid }) => !arrived.has(lid));
  const conversations = [...kept, ...older.conversations];
  const [last, first] = [kept.at(-1), older.conversations[0]];
  const isInOrder = !last || !first || compareConversations(last, first) <= 0;
  // Nearly always it is: a list of many thousands need not be put in order for sixty more.
  return {
    conversations: isInOrder ? conversations : conversations.sort(compareConversations),
    next: older.next,
  };
}

/** Pure. The newest page anew: what lies behind it stays loaded. */
export function withNewestPage(page: ConversationPage, newest: ConversationPage): ConversationPage {
  const last = newest.conversations.at(-1);
  if (!last || newest.next === null) return newest;
  const arrived = new Set(newest.conversations.map(({ lid }) => lid));
  const older = page.conversations.filter(
    (conversation) => compareConversations(conversation, last) > 0 && !arrived.has(conversation.lid),
  );
  if (older.length === 0) return newest;
  return { conversations: [...newest.conversations, ...older], next: page.next };
}
