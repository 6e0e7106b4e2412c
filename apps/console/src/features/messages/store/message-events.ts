import type { SmsEvent, SmsMessage, TaskEvent } from "@offhook/contract";
import type { CancelTimer, Clock } from "@offhook/kernel";
import type { ConversationLists } from "./conversation-lists.ts";
import { taskOfConversation } from "./conversation-rules.ts";
import type { Drafts } from "./drafts.ts";
import type { Thread } from "./thread.ts";
import type { ThreadPresence } from "./thread-presence.ts";

export interface MessageEventTargets {
  readonly lists: Pick<ConversationLists, "of">;
  readonly drafts: Drafts;
  readonly presence: ThreadPresence;
  readonly userId: number;
  readonly clock: Clock;
  /** Resolves when what has been changed so far is on the screen. */
  readonly nextPaint: () => Promise<void>;
  /** The thread, when it has been opened. */
  readonly threadOf: (smsLine: string, id: string) => Thread | undefined;
  readonly onTemplates: (event: Extract<SmsEvent, { type: "SMS_TEMPLATES" }>) => void;
}

export const SMS_EVENTS = [
  "MO",
  "MT",
  "sent",
  "DLR",
  "DSR",
  "SMS_COMMENT",
  "SMS_SCHEDULED",
  "SMS_UNSCHEDULED",
  "SMS_CONVERSATION",
  "SMS_READ",
  "SMS_DELETED",
  "SMS_RESTORED",
  "SMS_PRESENCE",
  "SMS_DRAFT",
  "SMS_TEMPLATES",
] as const satisfies readonly SmsEvent["type"][];

/** Reports of delivery often come in pairs, and before the answer to the send they are about. */
const DELIVERY_WAIT_MS = 2_500;
/** An own text is on the screen already; the answer to its send brings its id. */
const OWN_SENT_WAIT_MS = 2_000;

type OneMessageEvent = Extract<SmsEvent, { message: SmsMessage }>;

/** What the service pushes about texts, applied to everything that shows them but the list, which hears for itself. */
export class MessageEvents {
  readonly #targets: MessageEventTargets;
  readonly #waiting = new Set<CancelTimer>();
  /** What is still to be done for lists and headings, in the order in which it was told. */
  readonly #following: (() => void)[] = [];

  constructor(targets: MessageEventTargets) {
    this.#targets = targets;
  }

  apply(event: SmsEvent): void {
    const { drafts, presence, onTemplates } = this.#targets;
    switch (event.type) {
      case "MO":
      case "sent":
      case "SMS_COMMENT":
      case "SMS_SCHEDULED":
        this.#message(event);
        break;
      case "MT":
        if (this.#isOwn(event)) this.#later(OWN_SENT_WAIT_MS, event);
        else this.#message(event);
        break;
      case "DLR":
      case "DSR":
        this.#later(DELIVERY_WAIT_MS, event);
        break;
      case "SMS_MENTION":
        break;
      case "SMS_DRAFT":
        drafts.apply({ sms_line: event.smsLine, conversation: event.id }, event.draft);
        break;
      case "SMS_PRESENCE":
        presence.apply(event);
        break;
      case "SMS_TEMPLATES":
        onTemplates(event);
        break;
      case "SMS_READ":
        this.#inTurn(() => this.#read(event));
        break;
      case "SMS_DELETED":
        this.#inTurn(() => this.#deleted(event));
        break;
      default:
        this.#inTurn(() => this.#conversation(event));
    }
  }

  /** A task of a conversation was made, changed or deleted. */
  applyTask(event: TaskEvent): void {
    this.#inTurn(() => this.#task(event));
  }

  stop(): void {
    for (const cancel of this.#waiting) cancel();
    this.#waiting.clear();
    this.#following.length = 0;
  }

  #task(event: TaskEvent): void {
    const { sms_line: smsLine, source_id: id } = event.task;
    const thread = smsLine === null ? undefined : this.#targets.threadOf(smsLine, id);
    const conversation = thread?.state.getState().conversation;
    if (conversation) thread?.applyConversation({ ...conversation, ...taskOfConversation(event) });
  }

  #isOwn({ message }: OneMessageEvent): boolean {
    return message.sent_by === this.#targets.userId;
  }

  #later(waitMs: number, event: OneMessageEvent): void {
    const cancel = this.#targets.clock.schedule(waitMs, () => {
      this.#waiting.delete(cancel);
      this.#message(event);
    });
    this.#waiting.add(cancel);
  }

  /** One looks at the thread: its frame does not wait for lists and headings. */
  #message(event: OneMessageEvent): void {
    const { threadOf, nextPaint } = this.#targets;
    threadOf(event.smsLine, event.conversation.id)?.applyMessage(event.message);
    this.#following.push(() => this.#head(event));
    if (this.#following.length > 1) return;
    void nextPaint().then(() => {
      for (const follow of this.#following.splice(0)) follow();
    });
  }

  /** What changes lists and headings waits for what was told before. */
  #inTurn(apply: () => void): void {
    if (this.#following.length > 0) this.#following.push(apply);
    else apply();
  }

  #head({ smsLine, conversation }: OneMessageEvent): void {
    const { lists, threadOf } = this.#targets;
    // An event that waited may tell of a conversation that has gone on since, which the list knows.
    threadOf(smsLine, conversation.id)?.applyConversation(lists.of(smsLine, conversation.id) ?? conversation);
  }

  #conversation(
    event: Extract<SmsEvent, { type: "SMS_UNSCHEDULED" | "SMS_CONVERSATION" | "SMS_RESTORED" }>,
  ): void {
    const { smsLine, conversation } = event;
    const thread = this.#targets.threadOf(smsLine, conversation.id);
    thread?.applyConversation(conversation);
    if (event.type === "SMS_UNSCHEDULED") thread?.removeScheduled(event.scheduledId);
    if (event.type === "SMS_RESTORED") {
      if (event.message) thread?.applyMessage(event.message);
      else void thread?.refresh().catch(() => {});
    }
  }

  #deleted({ smsLine, id, messageId, conversation }: Extract<SmsEvent, { type: "SMS_DELETED" }>): void {
    const thread = this.#targets.threadOf(smsLine, id);
    if (messageId === null) {
      thread?.clear();
      return;
    }
    if (conversation) thread?.applyConversation(conversation);
    thread?.removeMessage(messageId);
  }

  #read(event: Extract<SmsEvent, { type: "SMS_READ" }>): void {
    for (const conversation of event.conversations) {
      const thread = this.#targets.threadOf(event.smsLine, conversation.id);
      thread?.applyConversation(conversation);
      thread?.changeAll(
        ({ direction, id }) => direction === "in" && (event.ids?.includes(id) ?? true),
        (message) => ({ ...message, new: event.new, read_by: readBy(message, event) }),
      );
    }
  }
}

function readBy(
  { read_by }: SmsMessage,
  { new: isNew, user_id }: Extract<SmsEvent, { type: "SMS_READ" }>,
): number[] {
  const others = read_by.filter((id) => id !== user_id);
  return isNew ? others : [...others, user_id];
}
