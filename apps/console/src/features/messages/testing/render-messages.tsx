import type { SmsConversation, SmsPage } from "@offhook/contract";
import {
  createMemoryHistory,
  createRootRoute,
  createRoute,
  createRouter,
  RouterProvider,
} from "@tanstack/react-router";
import { clear, createStore } from "idb-keyval";
import { aProfile } from "../../../testing/builders.ts";
import { renderSignedIn, type SignedInOptions } from "../../../testing/render-signed-in.tsx";
import { MessagesArea, MessagesGreetingPage } from "../messages-area.tsx";
import { ConversationPage } from "../thread/thread-page.tsx";
import { LINE } from "./messages.ts";

function createTestRouter(path: string) {
  const root = createRootRoute();
  const area = createRoute({
    getParentRoute: () => root,
    path: "/messages",
    component: () => (
      <main style={{ height: 700 }}>
        <MessagesArea />
      </main>
    ),
    staticData: { name: "messages" },
  });
  const greeting = createRoute({
    getParentRoute: () => area,
    path: "/greeting",
    component: MessagesGreetingPage,
    staticData: { name: "messages-greeting" },
  });
  const conversation = createRoute({
    getParentRoute: () => area,
    path: "/{-$id}/$smsLine",
    component: ConversationPage,
    staticData: { name: "messages-id-smsLine" },
  });
  const rest = createRoute({ getParentRoute: () => root, path: "/$", component: () => null });
  return createRouter({
    routeTree: root.addChildren([area.addChildren([greeting, conversation]), rest]),
    history: createMemoryHistory({ initialEntries: [path] }),
  });
}

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
  const router = createTestRouter(path);
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
