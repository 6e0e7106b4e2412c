import type { messagesApi } from "@offhook/contract";
import type { Database } from "../../database/database.ts";
import type { Handlers } from "../../http/routes/handlers.ts";
import type { UnreadService } from "../unread/index.ts";
import type { ConversationPresence } from "./conversations/conversation-presence.ts";
import type { ConversationService } from "./conversations/conversation-service.ts";
import { listOptOuts } from "./conversations/opt-outs.ts";
import type { ReadMarks } from "./conversations/read-marks.ts";
import type { ConversationDownloads } from "./downloads/conversation-downloads.ts";
import type { MessageSearch } from "./search/message-search.ts";
import type { Carriers } from "./sending/carriers.ts";
import type { ScheduledTexts } from "./sending/scheduled-texts.ts";
import type { SmsSender } from "./sending/sms-sender.ts";
import type { Blacklist } from "./writing/blacklist.ts";
import type { Comments } from "./writing/comments.ts";
import type { Drafts } from "./writing/drafts.ts";
import type { Templates } from "./writing/templates.ts";

export interface MessageServices {
  readonly database: Database;
  readonly unread: UnreadService;
  readonly reads: ReadMarks;
  readonly conversations: ConversationService;
  readonly search: MessageSearch;
  readonly presence: ConversationPresence;
  readonly downloads: ConversationDownloads;
  readonly sender: SmsSender;
  readonly scheduled: ScheduledTexts;
  readonly carriers: Carriers;
  readonly comments: Comments;
  readonly drafts: Drafts;
  readonly templates: Templates;
  readonly blacklist: Blacklist;
}

export function messageRoutes(services: MessageServices): Handlers<typeof messagesApi> {
  const { database, unread, reads, conversations, presence, sender, scheduled, carriers } = services;
  const { search, comments, downloads, drafts, templates, blacklist } = services;
  return {
    getUnread: ({ actor }) => unread.count(actor),
    markUnread: ({ actor, body }) => reads.markUnread(actor, body),
    markRead: ({ actor, body }) => reads.markRead(actor, body),
    listSmsConversations: ({ actor, query }) => conversations.list(actor, query),
    getSmsConversation: ({ actor, query }) => conversations.read(actor, query),
    getSmsPage: ({ actor, query }) => conversations.page(actor, query),
    searchSms: ({ actor, query }) => search.find(actor, query),
    downloadSmsConversation: ({ actor, query }) => downloads.link(actor, query),
    deleteSmsConversation: ({ actor, query }) => conversations.delete(actor, query),
    restoreSmsConversation: ({ actor, body }) => conversations.restore(actor, body),
    deleteSmsMessage: ({ actor, query }) => conversations.deleteMessage(actor, query),
    restoreSmsMessage: ({ actor, body }) => conversations.restoreMessage(actor, body),
    listSmsPresence: ({ actor }) => presence.list(actor),
    updateSmsPresence: ({ actor, body }) => presence.update(actor, body),
    sendSms: ({ actor, body }) => sender.send(actor, body),
    retrySms: ({ actor, body }) => sender.retry(actor, body),
    getSmsLimits: async () => carriers.limits(),
    scheduleSms: ({ actor, body }) => scheduled.schedule(actor, body),
    cancelScheduledSms: ({ actor, query }) => scheduled.cancel(actor, query),
    addSmsComment: ({ actor, body }) => comments.add(actor, body),
    listSmsDrafts: ({ actor, query }) => drafts.list(actor, query),
    saveSmsDraft: ({ actor, body }) => drafts.save(actor, body),
    deleteSmsDraft: ({ actor, query }) => drafts.delete(actor, query),
    listSmsTemplates: ({ actor }) => templates.list(actor),
    addSmsTemplate: ({ actor, body }) => templates.add(actor, body),
    editSmsTemplate: ({ actor, body }) => templates.edit(actor, body),
    deleteSmsTemplate: ({ actor, query }) => templates.delete(actor, query.sms_template_id),
    listSmsBlacklist: ({ actor, query }) => blacklist.list(actor, query.sms_line),
    addToSmsBlacklist: ({ actor, body }) => blacklist.add(actor, body),
    removeFromSmsBlacklist: ({ actor, query }) => blacklist.remove(actor, query),
    listSmsOptOuts: ({ actor, query }) => listOptOuts(database, actor, query.numbers),
  };
}
