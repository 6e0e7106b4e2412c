import { createRoute } from "@tanstack/react-router";
import { lazyPage } from "../routing/lazy-page.ts";
import { defaultLayoutRoute } from "./layout-routes.ts";
import { textSearch } from "./route-data.ts";

const area = () => import("../../features/faxes/faxes-area.tsx");
const page = () => import("../../features/faxes/detail/fax-page.tsx");
const newPage = () => import("../../features/faxes/compose/new-fax-page.tsx");
const linePage = () => import("../../features/faxes/line/fax-line-page.tsx");
const feature = "fax";

const faxesRoute = createRoute({
  getParentRoute: () => defaultLayoutRoute,
  path: "/faxes",
  component: lazyPage(area, "FaxesArea"),
  staticData: { name: "faxes", feature },
});

const faxesIndexRoute = createRoute({
  getParentRoute: () => faxesRoute,
  path: "/",
  component: lazyPage(area, "NoFaxChosen"),
  staticData: { name: "faxes", feature },
});

const newFaxRoute = createRoute({
  getParentRoute: () => faxesRoute,
  path: "/new",
  validateSearch: textSearch("to", "file"),
  component: lazyPage(newPage, "NewFaxPage"),
  staticData: { name: "faxes-new", feature },
});

const faxLineRoute = createRoute({
  getParentRoute: () => faxesRoute,
  path: "/lines/$mailbox",
  component: lazyPage(linePage, "FaxLinePage"),
  staticData: { name: "faxes-lines-mailbox", feature },
});

const faxRoute = createRoute({
  getParentRoute: () => faxesRoute,
  path: "/{-$mailbox}/{-$file}/$dir",
  validateSearch: textSearch("page"),
  component: lazyPage(page, "FaxPage"),
  staticData: { name: "faxes-mailbox-file-dir", feature },
});

export const faxesRoutes = faxesRoute.addChildren([faxesIndexRoute, newFaxRoute, faxLineRoute, faxRoute]);
