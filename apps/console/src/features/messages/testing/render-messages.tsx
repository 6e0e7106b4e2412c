import type { SmsConversation, SmsPage } from "@offhook/contract";
import { RouterProvider } from "@tanstack/react-router";
import { clear, createStore } from "idb-keyval";
import { createAreaRouter, type TestArea } from "../../../testing/area-router.tsx";
import { aProfile } from "../../../testing/builders.ts";
import { renderSignedIn, type SignedInOptions } from "../../../testing/render-signed-in.tsx";
import { MessagesArea, MessagesGreetingPage } from "../messages-area.tsx";
import { ConversationPage, FoundMessagePage } from "../thread/thread-page.tsx";
import { LINE } from "./messages.ts";

const AREA: TestArea = {
  path: "/messages",
  name: "messages",
  component: MessagesArea,
  pages: [
    { path: "/greeting", name: "messages-greeting", component: MessagesGreetingPage },
    {
      path: "/search/{-$id}/{-$smsLine}/$conversation",
      name: "messages-search-id-smsLine-conversation",
      component: FoundMessagePage,
    },
    { path: "/{-$id}/$smsLine", name: "messages-id-smsLine", component: ConversationPage },
  ],
};

export interface RenderMessagesOptions extends SignedInOptions {
  readonly path?: string;
  readonly conversations?: readonly SmsConversation[];
  readonly page?: SmsPage;
}

/** The inbox of a user with one line, over a service that holds these. */
export async function renderMessages(options: RenderMessagesOptions = {}) {
  const { path = "/messages/greeting", conversations = [], page } = options;
  // What another test has left unsent is none of this one's business.
  await clear(createStore(`offhook-outbox-${aProfile().id}`, "texts"));
  const router = createAreaRouter(AREA, path);
  const rendered = await renderSignedIn(<RouterProvider router={router as never} />, {
    ...options,
    profile: { sms_lines: [{ sms_line: LINE, sms_linename: "Main" }], ...options.profile },
    prepare: (service, tab) => {
      service
        .on("GET /sms/conversations", () => ({ result: { conversations, next: null } }))
        .on("GET /sms/presence", () => ({ result: [] }))
        .on("POST /sms/presence", () => ({ result: null }))
        .on("GET /draft", () => ({ result: [] }))
        .on("POST /draft", () => ({ result: null }))
        .on("GET /sms/templates", () => ({ result: [] }))
        .on("PUT /messages/read", () => ({ result: { sms: 0, phn: 0, vox: 0, fax: 0 } }));
      if (page) service.on("GET /sms/conversation/page", () => ({ result: page }));
      options.prepare?.(service, tab);
    },
  });
  return { ...rendered, router };
}
