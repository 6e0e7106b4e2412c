import { createRoute, notFound } from "@tanstack/react-router";
import { lazyPage } from "../routing/lazy-page.ts";
import { defaultLayoutRoute, incomingCallRoute } from "./layout-routes.ts";
import { rootRoute } from "./root-route.ts";
import { textSearch } from "./route-data.ts";

const contactsArea = () => import("../../features/contacts/contacts-area.tsx");
const tasksArea = () => import("../../features/tasks/tasks-area.tsx");
const queuesPage = () => import("../../features/queues/queues-pages.tsx");
const callsPage = () => import("../../features/calls/calls-pages.tsx");

const contactsAreaRoute = createRoute({
  getParentRoute: () => defaultLayoutRoute,
  path: "/contacts",
  component: lazyPage(contactsArea, "ContactsArea"),
  staticData: { name: "contacts" },
});

const contactsIndexRoute = createRoute({
  getParentRoute: () => contactsAreaRoute,
  path: "/",
  component: lazyPage(contactsArea, "NoContactChosen"),
  staticData: { name: "contacts" },
});

const contactRoute = createRoute({
  getParentRoute: () => contactsAreaRoute,
  path: "/$id",
  component: lazyPage(() => import("../../features/contacts/detail/contact-page.tsx"), "ContactPage"),
  staticData: { name: "contacts-id" },
});

export const contactsRoutes = contactsAreaRoute.addChildren([contactsIndexRoute, contactRoute]);

const tasksAreaRoute = createRoute({
  getParentRoute: () => defaultLayoutRoute,
  path: "/tasks",
  component: lazyPage(tasksArea, "TasksArea"),
  staticData: { name: "tasks" },
});

const tasksIndexRoute = createRoute({
  getParentRoute: () => tasksAreaRoute,
  path: "/",
  component: lazyPage(tasksArea, "NoTaskChosen"),
  staticData: { name: "tasks" },
});

const taskRoute = createRoute({
  getParentRoute: () => tasksAreaRoute,
  path: "/$id",
  component: lazyPage(() => import("../../features/tasks/detail/task-page.tsx"), "TaskPage"),
  staticData: { name: "tasks-id" },
});

export const tasksRoutes = tasksAreaRoute.addChildren([tasksIndexRoute, taskRoute]);

const acdAreaRoute = createRoute({
  getParentRoute: () => defaultLayoutRoute,
  id: "acd-area",
  component: lazyPage(queuesPage, "AcdArea"),
  staticData: { name: "acd" },
});

const acdIndexRoute = createRoute({
  getParentRoute: () => acdAreaRoute,
  path: "/acd",
  component: lazyPage(queuesPage, "AgentDashboardPage"),
  staticData: { name: "acd" },
});

const supervisionRoute = createRoute({
  getParentRoute: () => acdAreaRoute,
  path: "/acd/supervision",
  component: lazyPage(
    () => import("../../features/queues/supervision/supervision-page.tsx"),
    "SupervisionPage",
  ),
  staticData: { name: "acd-supervision" },
});

const wallboardRoute = createRoute({
  getParentRoute: () => acdAreaRoute,
  path: "/acd/wallboard",
  component: lazyPage(() => import("../../features/queues/wallboard/wallboard-page.tsx"), "WallboardPage"),
  staticData: { name: "acd-wallboard" },
});

const queueReportsRoute = createRoute({
  getParentRoute: () => acdAreaRoute,
  path: "/acd/reports",
  component: lazyPage(() => import("../../features/queues/reports/reports-page.tsx"), "ReportsPage"),
  staticData: { name: "acd-reports" },
});

const shiftsRoute = createRoute({
  getParentRoute: () => acdAreaRoute,
  path: "/acd/shifts",
  component: lazyPage(() => import("../../features/queues/shifts/shifts-page.tsx"), "ShiftsPage"),
  staticData: { name: "acd-shifts" },
});

const dispatchRoute = createRoute({
  getParentRoute: () => acdAreaRoute,
  path: "/dispatch",
  component: lazyPage(() => import("../../features/queues/dispatch/dispatch-page.tsx"), "DispatchPage"),
  staticData: { name: "dispatch" },
});

export const acdRoutes = acdAreaRoute.addChildren([
  acdIndexRoute,
  wallboardRoute,
  queueReportsRoute,
  shiftsRoute,
  supervisionRoute,
  dispatchRoute,
]);

/** The wallboard on a TV at which nobody is signed in. */
export const wallboardScreenRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: "/wallboard",
  component: lazyPage(() => import("../../features/queues/wallboard/tv/tv-page.tsx"), "TvPage"),
  staticData: { name: "wallboard", access: "open" },
});

export const settingsRoute = createRoute({
  getParentRoute: () => defaultLayoutRoute,
  path: "/settings",
  component: lazyPage(() => import("../../features/settings/page/settings-page.tsx"), "SettingsPage"),
  staticData: { name: "settings" },
});

export const searchRoute = createRoute({
  getParentRoute: () => defaultLayoutRoute,
  path: "/search",
  validateSearch: textSearch("q", "category"),
  component: lazyPage(() => import("../../features/search/page/search-page.tsx"), "SearchPage"),
  staticData: { name: "search" },
});

export const meetingRoute = createRoute({
  getParentRoute: () => defaultLayoutRoute,
  path: "/meeting/$meeting",
  component: lazyPage(callsPage, "MeetingPage"),
  staticData: { name: "meeting" },
});

export const meetingLobbyRoute = createRoute({
  getParentRoute: () => defaultLayoutRoute,
  path: "/meeting/$meeting/lobby",
  component: lazyPage(callsPage, "MeetingPage"),
  staticData: { name: "meeting-lobby" },
});

export const incomingCallModalRoute = createRoute({
  getParentRoute: () => incomingCallRoute,
  path: "/incomingCallModal",
  component: lazyPage(() => import("../../features/calls/incoming/incoming-page.tsx"), "IncomingCallPage"),
  staticData: { name: "incomingCallModal" },
});

/** Every part of the design system on one page; in a demo installation only. */
export const galleryRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: "/dev/gallery",
  beforeLoad: ({ context }) => {
    if (!context.isDemo) notFound({ throw: true });
  },
  component: lazyPage(() => import("../gallery-page.tsx"), "GalleryPage"),
  staticData: { name: "dev-gallery", access: "open" },
});
