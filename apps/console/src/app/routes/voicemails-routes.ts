import { createRoute } from "@tanstack/react-router";
import { lazyPage } from "../routing/lazy-page.ts";
import { defaultLayoutRoute } from "./layout-routes.ts";
import { textSearch } from "./route-data.ts";

const area = () => import("../../features/voicemails/voicemails-area.tsx");
const page = () => import("../../features/voicemails/detail/voicemail-page.tsx");
const boxPage = () => import("../../features/voicemails/box/box-page.tsx");
const feature = "voicemail";

const voicemailsRoute = createRoute({
  getParentRoute: () => defaultLayoutRoute,
  path: "/voicemails",
  component: lazyPage(area, "VoicemailsArea"),
  staticData: { name: "voicemails", feature },
});

const voicemailsIndexRoute = createRoute({
  getParentRoute: () => voicemailsRoute,
  path: "/",
  component: lazyPage(area, "NoVoicemailChosen"),
  staticData: { name: "voicemails", feature },
});

const voicemailBoxRoute = createRoute({
  getParentRoute: () => voicemailsRoute,
  path: "/boxes/$mailbox",
  component: lazyPage(boxPage, "BoxPage"),
  staticData: { name: "voicemails-boxes-mailbox", feature },
});

const voicemailRoute = createRoute({
  getParentRoute: () => voicemailsRoute,
  path: "/{-$mailbox}/{-$file}/$dir",
  validateSearch: textSearch("search", "at"),
  component: lazyPage(page, "VoicemailPage"),
  staticData: { name: "voicemails-mailbox-file-dir", feature },
});

export const voicemailsRoutes = voicemailsRoute.addChildren([
  voicemailsIndexRoute,
  voicemailBoxRoute,
  voicemailRoute,
]);
