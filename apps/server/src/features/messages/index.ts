export { keywordRules } from "./carriers/keyword-rules.ts";
export { createTextCarriers } from "./carriers/text-carriers.ts";
export { registerTextWebhooks, TEXT_WEBHOOK_ROUTES } from "./carriers/text-webhook-routes.ts";
export {
  readConversations,
  recountHeads,
  recountScheduled,
} from "./conversations/conversation-repository.ts";
export { createSmsTimeline } from "./conversations/sms-timeline.ts";
export {
  CONVERSATION_DOWNLOAD_ROUTES,
  registerConversationDownloads,
} from "./downloads/conversation-download-routes.ts";
export { createMessagesFeature } from "./messages-feature.ts";
export { readFoundTexts } from "./search/message-search-repository.ts";
