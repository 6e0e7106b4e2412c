import { createRoute } from "@tanstack/react-router";
import { lazyPage } from "../lazy-page.ts";
import { defaultLayoutRoute } from "./layout-routes.ts";

const page = () => import("../../features/voicemails/voicemails-pages.tsx");
const feature = "voicemail";

const voicemailsRoute = createRoute({
  getParentRoute: () => defaultLayoutRoute,
  path: "/voicemails",
  staticData: { name: "voicemails", feature },
});

const voicemailsIndexRoute = createRoute({
  getParentRoute: () => voicemailsRoute,
  path: "/",
  component: lazyPage(page, "VoicemailsPage"),
  staticData: { name: "voicemails", feature },
});

const voicemailRoute = createRoute({
  getParentRoute: () => voicemailsRoute,
  path: "/{-$mailbox}/{-$file}/$dir",
  component: lazyPage(page, "VoicemailPage"),
  staticData: { name: "voicemails-mailbox-file-dir", feature },
});

export const voicemailsRoutes = voicemailsRoute.addChildren([voicemailsIndexRoute, voicemailRoute]);
