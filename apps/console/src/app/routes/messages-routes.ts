import { createRoute, redirect } from "@tanstack/react-router";
import { lazyPage } from "../routing/lazy-page.ts";
import { chatWindowRoute, defaultLayoutRoute } from "./layout-routes.ts";
import { textSearch } from "./route-data.ts";

const area = () => import("../../features/messages/messages-area.tsx");
const thread = () => import("../../features/messages/thread/thread-page.tsx");
const feature = "messaging";

const messagesRoute = createRoute({
  getParentRoute: () => defaultLayoutRoute,
  path: "/messages",
  component: lazyPage(area, "MessagesArea"),
  staticData: { name: "messages", feature },
});

const messagesIndexRoute = createRoute({
  getParentRoute: () => messagesRoute,
  path: "/",
  beforeLoad: () => redirect({ to: "/messages/greeting", throw: true }),
  staticData: { name: "messages", feature },
});

const greetingRoute = createRoute({
  getParentRoute: () => messagesRoute,
  path: "/greeting",
  validateSearch: textSearch("search"),
  component: lazyPage(area, "MessagesGreetingPage"),
  staticData: { name: "messages-greeting", feature },
});

const newMessageRoute = createRoute({
  getParentRoute: () => messagesRoute,
  path: "/new",
  validateSearch: textSearch("number"),
  component: lazyPage(() => import("../../features/messages/new/new-message-page.tsx"), "NewMessagePage"),
  staticData: { name: "messages-new", feature },
});

const foundMessageRoute = createRoute({
  getParentRoute: () => messagesRoute,
  path: "/search/{-$id}/{-$smsLine}/$conversation",
  validateSearch: textSearch("search"),
  component: lazyPage(thread, "FoundMessagePage"),
  staticData: { name: "messages-search-id-smsLine-conversation", feature },
});

const conversationRoute = createRoute({
  getParentRoute: () => messagesRoute,
  path: "/{-$id}/$smsLine",
  component: lazyPage(thread, "ConversationPage"),
  staticData: { name: "messages-id-smsLine", feature },
});

export const messagesRoutes = messagesRoute.addChildren([
  messagesIndexRoute,
  greetingRoute,
  newMessageRoute,
  foundMessageRoute,
  conversationRoute,
]);

/** A window of its own for one conversation, in the desktop app. */
export const messagesWindowRoute = createRoute({
  getParentRoute: () => chatWindowRoute,
  path: "/messages-win/{-$id}/$smsLine",
  component: lazyPage(thread, "ConversationWindow"),
  staticData: { name: "messages-win-id-smsLine", feature },
});
