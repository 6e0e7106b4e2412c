import type { SmsMessage, SmsPage } from "@offhook/contract";

/** A part of a thread without gaps, oldest first. */
export interface ThreadWindow {
  readonly messages: readonly SmsMessage[];
  /** Whether there are older ones before the first, and newer ones after the last. */
  readonly hasBefore: boolean;
  readonly hasAfter: boolean;
}

export const EMPTY_WINDOW: ThreadWindow = { messages: [], hasBefore: false, hasAfter: false };

/** More than fill any screen, and few enough that each stays cheap to draw. */
export const MAX_KEPT = 160;

/** Ids are numbers as text: the longer one is the greater, and of equal length the text decides. */
export function compareIds(first: string, second: string): number {
  // Of a message that makes no sense not even this is sure.
  const [one, other] = [String(first), String(second)];
  if (one.length !== other.length) return one.length - other.length;
  return one < other ? -1 : Number(one > other);
}

const byId = (one: SmsMessage, other: SmsMessage): number => compareIds(one.id, other.id);

/** Pure. With an older page in front. What falls out at the other end can be loaded again. */
export function withOlder(window: ThreadWindow, page: SmsPage): ThreadWindow {
  const messages = joined(window.messages, page.messages);
  const hasOverflow = messages.length > MAX_KEPT;
  return {
    messages: hasOverflow ? messages.slice(0, MAX_KEPT) : messages,
    hasBefore: page.hasBefore,
    hasAfter: window.hasAfter || hasOverflow,
  };
}

/** Pure. With a newer page behind. */
export function withNewer(window: ThreadWindow, page: SmsPage): ThreadWindow {
  const messages = joined(window.messages, page.messages);
  const hasOverflow = messages.length > MAX_KEPT;
  return {
    messages: hasOverflow ? messages.slice(-MAX_KEPT) : messages,
    hasBefore: window.hasBefore || hasOverflow,
    hasAfter: page.hasAfter,
  };
}

/** Pure. The newest page anew, after events may have been missed: the window continues it, or begins there. */
export function withNewest(window: ThreadWindow, page: SmsPage): ThreadWindow {
  const first = page.messages[0];
  const last = window.messages.at(-1);
  const touches = first !== undefined && last !== undefined && compareIds(last.id, first.id) >= 0;
  if (!touches) return page.hasBefore && last !== undefined ? { ...window, hasAfter: true } : windowOf(page);
  const older = window.messages.filter((message) => compareIds(message.id, first.id) < 0);
  return { messages: [...older, ...page.messages], hasBefore: window.hasBefore, hasAfter: false };
}

export function windowOf({ messages, hasBefore, hasAfter }: SmsPage): ThreadWindow {
  return { messages, hasBefore, hasAfter };
}

/** Pure. A message as it now is. One that is new joins at the end, unless the end is not loaded. */
export function withMessage(window: ThreadWindow, message: SmsMessage): ThreadWindow {
  const { messages } = window;
  const index = messages.findIndex(({ id }) => id === message.id);
  if (index >= 0) return { ...window, messages: messages.with(index, message) };
  const first = messages[0];
  const last = messages.at(-1);
  if (last && compareIds(message.id, last.id) > 0) {
    return window.hasAfter ? window : { ...window, messages: [...messages, message] };
  }
  // One that was deleted and came back, between others.
  if (first && compareIds(message.id, first.id) < 0 && window.hasBefore) return window;
  return { ...window, messages: [...messages, message].sort(byId) };
}

export function withoutMessage(window: ThreadWindow, id: string): ThreadWindow {
  const messages = window.messages.filter((message) => message.id !== id);
  return messages.length === window.messages.length ? window : { ...window, messages };
}

function joined(here: readonly SmsMessage[], arrived: readonly SmsMessage[]): readonly SmsMessage[] {
  const ids = new Set(arrived.map(({ id }) => id));
  return [...here.filter(({ id }) => !ids.has(id)), ...arrived].sort(byId);
}
