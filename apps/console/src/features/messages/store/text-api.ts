import type {
  SaveSmsDraft,
  ScheduleSms,
  SendSms,
  SentSms,
  SmsAddress,
  SmsConversationFilter,
  SmsConversations,
  SmsDraft,
  SmsLimits,
  SmsMessage,
  SmsPage,
  SmsPresence,
  SmsPresenceUpdate,
  SmsSearchResult,
  SmsTemplate,
} from "@offhook/contract";
import type { CallOptions } from "../../../platform/api/api-client.ts";

/** Which conversations a list shows. */
export interface ListChoice {
  readonly lines: readonly string[];
  readonly filter: SmsConversationFilter;
}

/** Where a page of a thread lies. */
export type PagePlace =
  | { readonly before: string }
  | { readonly after: string }
  | { readonly around: string }
  | Record<string, never>;

/** What is looked for, and where. */
interface WantedMessages {
  readonly term: string;
  readonly lines: readonly string[];
  /** Numbers of people whose names fit. */
  readonly match: readonly string[];
  readonly offset: number;
  readonly limit: number;
}

/** What the inbox asks of the service. */
export interface TextApi {
  conversations(
    choice: ListChoice,
    cursor: string | undefined,
    options?: CallOptions,
  ): Promise<SmsConversations>;
  page(address: SmsAddress, place: PagePlace, options?: CallOptions): Promise<SmsPage>;
  search(wanted: WantedMessages): Promise<SmsSearchResult>;
  send(text: SendSms): Promise<SentSms>;
  retry(address: SmsAddress, id: string): Promise<SmsMessage>;
  schedule(request: ScheduleSms): Promise<SmsMessage>;
  cancelScheduled(scheduledId: number, options?: CallOptions): Promise<void>;
  comment(address: SmsAddress, comment: CommentText): Promise<SmsMessage>;
  markRead(address: SmsAddress, options?: CallOptions): Promise<void>;
  markUnread(address: SmsAddress, ids: readonly string[]): Promise<void>;
  deleteMessage(address: SmsAddress, id: string, options?: CallOptions): Promise<void>;
  restoreMessage(address: SmsAddress, id: string): Promise<void>;
  deleteConversation(address: SmsAddress, options?: CallOptions): Promise<void>;
  restoreConversation(address: SmsAddress): Promise<void>;
  block(address: SmsAddress, reason: string): Promise<void>;
  unblock(address: SmsAddress): Promise<void>;
  drafts(options?: CallOptions): Promise<readonly SmsDraft[]>;
  saveDraft(draft: SaveSmsDraft): Promise<void>;
  templates(options?: CallOptions): Promise<readonly SmsTemplate[]>;
  addTemplate(template: TemplateText): Promise<void>;
  changeTemplate(id: number, template: TemplateText): Promise<void>;
  deleteTemplate(id: number): Promise<void>;
  limits(): Promise<SmsLimits>;
  presence(options?: CallOptions): Promise<readonly SmsPresence[]>;
  tellPresence(update: SmsPresenceUpdate): Promise<void>;
  /** The address of a file. */
  download(address: SmsAddress, file: ConversationFile): Promise<string>;
}

interface ConversationFile {
  readonly format: "text" | "pdf";
  readonly timezone: string;
}

export interface TemplateText {
  readonly title: string;
  readonly description: string;
}

interface CommentText {
  readonly text: string;
  readonly mentions: readonly number[];
  readonly mId: string;
}

export function conversationKey({ sms_line, conversation }: SmsAddress): string {
  return `${sms_line}/${conversation}`;
}
