import { createRoute } from "@tanstack/react-router";
import { lazyPage } from "../lazy-page.ts";
import { defaultLayoutRoute } from "./layout-routes.ts";

const page = () => import("../../features/faxes/faxes-pages.tsx");
const feature = "fax";

const faxesRoute = createRoute({
  getParentRoute: () => defaultLayoutRoute,
  path: "/faxes",
  staticData: { name: "faxes", feature },
});

const faxesIndexRoute = createRoute({
  getParentRoute: () => faxesRoute,
  path: "/",
  component: lazyPage(page, "FaxesPage"),
  staticData: { name: "faxes", feature },
});

const newFaxRoute = createRoute({
  getParentRoute: () => faxesRoute,
  path: "/new",
  component: lazyPage(page, "NewFaxPage"),
  staticData: { name: "faxes-new", feature },
});

const faxRoute = createRoute({
  getParentRoute: () => faxesRoute,
  path: "/{-$mailbox}/{-$file}/$dir",
  component: lazyPage(page, "FaxPage"),
  staticData: { name: "faxes-mailbox-file-dir", feature },
});

export const faxesRoutes = faxesRoute.addChildren([faxesIndexRoute, newFaxRoute, faxRoute]);
