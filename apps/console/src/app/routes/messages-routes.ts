import { createRoute, redirect } from "@tanstack/react-router";
import { lazyPage } from "../lazy-page.ts";
import { chatWindowRoute, defaultLayoutRoute } from "./layout-routes.ts";
import { textSearch } from "./route-data.ts";

const page = () => import("../../features/messages/messages-pages.tsx");
const feature = "messaging";

const messagesRoute = createRoute({
  getParentRoute: () => defaultLayoutRoute,
  path: "/messages",
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
  component: lazyPage(page, "MessagesGreetingPage"),
  staticData: { name: "messages-greeting", feature },
});

const newMessageRoute = createRoute({
  getParentRoute: () => messagesRoute,
  path: "/new",
  validateSearch: textSearch("number"),
  component: lazyPage(page, "NewMessagePage"),
  staticData: { name: "messages-new", feature },
});

const foundMessageRoute = createRoute({
  getParentRoute: () => messagesRoute,
  path: "/search/{-$id}/{-$smsLine}/$conversation",
  component: lazyPage(page, "FoundMessagePage"),
  staticData: { name: "messages-search-id-smsLine-conversation", feature },
});

const conversationRoute = createRoute({
  getParentRoute: () => messagesRoute,
  path: "/{-$id}/$smsLine",
  component: lazyPage(page, "ConversationPage"),
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
  component: lazyPage(page, "ConversationPage"),
  staticData: { name: "messages-win-id-smsLine", feature },
});
