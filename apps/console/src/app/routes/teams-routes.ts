import { createRoute, redirect } from "@tanstack/react-router";
import { lazyPage } from "../routing/lazy-page.ts";
import { chatWindowRoute, defaultLayoutRoute } from "./layout-routes.ts";
import { textSearch } from "./route-data.ts";

const area = () => import("../../features/teams/teams-area.tsx");
const topic = () => import("../../features/teams/topic/topic-page.tsx");
const feature = "teamChat";

const teamsRoute = createRoute({
  getParentRoute: () => defaultLayoutRoute,
  path: "/teams",
  component: lazyPage(area, "TeamsArea"),
  staticData: { name: "teams", feature },
});

const teamsIndexRoute = createRoute({
  getParentRoute: () => teamsRoute,
  path: "/",
  beforeLoad: () => redirect({ to: "/teams/greeting", throw: true }),
  staticData: { name: "teams", feature },
});

const emptyRoute = createRoute({
  getParentRoute: () => teamsRoute,
  path: "/empty",
  component: lazyPage(area, "TeamsEmptyPage"),
  staticData: { name: "teams-empty", feature },
});

const greetingRoute = createRoute({
  getParentRoute: () => teamsRoute,
  path: "/greeting",
  validateSearch: textSearch("search"),
  component: lazyPage(area, "TeamsGreetingPage"),
  staticData: { name: "teams-greeting", feature },
});

const newTopicRoute = createRoute({
  getParentRoute: () => teamsRoute,
  path: "/new/$type",
  validateSearch: textSearch("user"),
  component: lazyPage(() => import("../../features/teams/new/new-topic-page.tsx"), "NewTopicPage"),
  staticData: { name: "teams-new-type", feature },
});

const foundRoute = createRoute({
  getParentRoute: () => teamsRoute,
  path: "/search-result/$id",
  validateSearch: textSearch("search", "seq", "reply", "from"),
  component: lazyPage(topic, "TopicPage"),
  staticData: { name: "teams-search-result-id", feature },
});

const topicRoute = createRoute({
  getParentRoute: () => teamsRoute,
  path: "/$id",
  validateSearch: textSearch("notification"),
  component: lazyPage(topic, "TopicPage"),
  staticData: { name: "teams-id", feature },
});

export const teamsRoutes = teamsRoute.addChildren([
  teamsIndexRoute,
  emptyRoute,
  greetingRoute,
  newTopicRoute,
  foundRoute,
  topicRoute,
]);

/** A window of its own for one topic, in the desktop app. */
export const teamsChatRoute = createRoute({
  getParentRoute: () => chatWindowRoute,
  path: "/teams-chat/$id",
  component: lazyPage(topic, "TopicPage"),
  staticData: { name: "teams-chat-id", feature },
});
