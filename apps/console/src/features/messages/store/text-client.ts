import type { SmsAddress } from "@offhook/contract";
import type { Client } from "../../../platform/api/api-client.ts";
import { entities } from "../../../platform/api/entities.ts";
import type { ListChoice, TextApi } from "./text-api.ts";

const LIST_PAGE = 60;
/** Small enough to be built between two frames, and more than a screen. */
const THREAD_PAGE = 25;
const FIRST_THREAD_PAGE = 40;

/** What the inbox asks, in the words of the service's routes. */
export function createTextApi(client: Client): TextApi {
  return {
    ...reading(client),
    search: ({ term, lines, match, offset, limit }) =>
      client.searchSms({
        query: {
          q: term,
          sms_line: lines.join(","),
          offset,
          limit,
          ...(match.length === 0 ? {} : { match: match.join(",") }),
        },
      }),
    send: (text) => client.sendSms({ body: text }),
    retry: (address, id) => client.retrySms({ body: { ...address, id } }),
    schedule: (request) => client.scheduleSms({ body: request }),
    cancelScheduled: async (scheduledId, options) => {
      await client.cancelScheduledSms({ query: { scheduledId } }, options);
    },
    comment: (address, { text, mentions, mId }) =>
      client.addSmsComment({ body: { ...address, text, mentions: [...mentions], mId } }),
    ...readMarks(client),
    ...deletions(client),
    ...blocking(client),
    ...writingAids(client),
    presence: (options) => client.listSmsPresence(undefined, options),
    tellPresence: async (update) => {
      await client.updateSmsPresence({ body: update });
    },
    download: async (address, file) => {
      const { url } = await client.downloadSmsConversation({ query: { ...address, ...file } });
      return url;
    },
  };
}

function reading(client: Client): Pick<TextApi, "conversations" | "page"> {
  return {
    conversations: async ({ lines, filter }: ListChoice, cursor, options) => {
      const from = cursor === undefined ? {} : { cursor };
      const query = { sms_line: lines.join(","), filter, limit: LIST_PAGE, ...from };
      const page = await client.listSmsConversations({ query }, options);
      return { ...page, conversations: [...entities(page.conversations)] };
    },
    page: async (address, place, options) => {
      const limit = "around" in place ? FIRST_THREAD_PAGE : THREAD_PAGE;
      const page = await client.getSmsPage({ query: { ...address, ...place, limit } }, options);
      return { ...page, messages: [...entities(page.messages)], scheduled: [...entities(page.scheduled)] };
    },
  };
}

function readMarks(client: Client): Pick<TextApi, "markRead" | "markUnread"> {
  return {
    markRead: async ({ sms_line, conversation }, options) => {
      await client.markRead({ body: { type: "sms", line: sms_line, conversation } }, options);
    },
    markUnread: async ({ sms_line }, ids) => {
      await client.markUnread({ body: { type: "sms", line: sms_line, ids: [...ids] } });
    },
  };
}

function deletions(
  client: Client,
): Pick<TextApi, "deleteMessage" | "restoreMessage" | "deleteConversation" | "restoreConversation"> {
  return {
    deleteMessage: async (address, id, options) => {
      await client.deleteSmsMessage({ query: { ...address, id } }, options);
    },
    restoreMessage: async (address, id) => {
      await client.restoreSmsMessage({ body: { ...address, id } });
    },
    deleteConversation: async (address, options) => {
      await client.deleteSmsConversation({ query: address }, options);
    },
    restoreConversation: async (address) => {
      await client.restoreSmsConversation({ body: address });
    },
  };
}

const recipientOf = ({ sms_line, conversation }: SmsAddress) => ({ sms_line, recipient: conversation });

function blocking(client: Client): Pick<TextApi, "block" | "unblock"> {
  return {
    block: async (address, reason) => {
      await client.addToSmsBlacklist({ body: { ...recipientOf(address), reason } });
    },
    unblock: async (address) => {
      await client.removeFromSmsBlacklist({ query: recipientOf(address) });
    },
  };
}

function writingAids(
  client: Client,
): Pick<
  TextApi,
  "drafts" | "saveDraft" | "templates" | "addTemplate" | "changeTemplate" | "deleteTemplate" | "limits"
> {
  return {
    drafts: (options) => client.listSmsDrafts({ query: {} }, options),
    saveDraft: async (draft) => {
      await client.saveSmsDraft({ body: draft });
    },
    templates: (options) => client.listSmsTemplates(undefined, options),
    addTemplate: async (template) => {
      await client.addSmsTemplate({ body: { ...template, uuid: crypto.randomUUID() } });
    },
    changeTemplate: async (id, template) => {
      await client.editSmsTemplate({ body: { ...template, sms_template_id: id } });
    },
    deleteTemplate: async (id) => {
      await client.deleteSmsTemplate({ query: { sms_template_id: id } });
    },
    limits: () => client.getSmsLimits(),
  };
}
