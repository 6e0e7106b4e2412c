import { createRoute, redirect } from "@tanstack/react-router";
import { lazyPage } from "../routing/lazy-page.ts";
import { defaultLayoutRoute } from "./layout-routes.ts";
import { textSearch } from "./route-data.ts";

const page = () => import("../../features/calls/calls-pages.tsx");
const area = () => import("../../features/calls/history/calls-area.tsx");

const feature = "calls";

export const homeRoute = createRoute({
  getParentRoute: () => defaultLayoutRoute,
  path: "/",
  beforeLoad: () => redirect({ to: "/calls/new", throw: true }),
  staticData: { name: "index" },
});

const callsRoute = createRoute({
  getParentRoute: () => defaultLayoutRoute,
  path: "/calls",
  component: lazyPage(area, "CallsArea"),
  staticData: { name: "calls", feature },
});

const callsIndexRoute = createRoute({
  getParentRoute: () => callsRoute,
  path: "/",
  component: lazyPage(area, "NoCallChosen"),
  staticData: { name: "calls", feature },
});

const loadingRoute = createRoute({
  getParentRoute: () => callsRoute,
  path: "/loading",
  component: lazyPage(page, "CallsLoadingPage"),
  staticData: { name: "calls-loading", feature },
});

const dialPadRoute = createRoute({
  getParentRoute: () => callsRoute,
  path: "/new",
  validateSearch: textSearch("number"),
  component: lazyPage(() => import("../../features/calls/dial-pad/dial-pad-page.tsx"), "DialPadPage"),
  staticData: { name: "calls-new", feature },
});

const activeCallRoute = createRoute({
  getParentRoute: () => callsRoute,
  path: "/active/$id",
  validateSearch: textSearch("incoming", "camera"),
  component: lazyPage(
    () => import("../../features/calls/active/screen/active-call-page.tsx"),
    "ActiveCallPage",
  ),
  staticData: { name: "calls-active-id", feature },
});

const callRoute = createRoute({
  getParentRoute: () => callsRoute,
  path: "/$id",
  component: lazyPage(() => import("../../features/calls/history/detail/call-page.tsx"), "CallPage"),
  staticData: { name: "calls-id", feature },
});

export const callsRoutes = callsRoute.addChildren([
  callsIndexRoute,
  loadingRoute,
  dialPadRoute,
  activeCallRoute,
  callRoute,
]);
