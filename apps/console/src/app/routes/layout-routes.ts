import { createRoute } from "@tanstack/react-router";
import { lazyPage } from "../routing/lazy-page.ts";
import { rootRoute } from "./root-route.ts";

/** Everything behind the sign-in: live line, caches and notices come with it. */
export const signedInRoute = createRoute({
  getParentRoute: () => rootRoute,
  id: "signed-in",
  component: lazyPage(() => import("../signed-in-area.tsx"), "SignedInArea"),
});

export const defaultLayoutRoute = createRoute({
  getParentRoute: () => signedInRoute,
  id: "default",
  component: lazyPage(() => import("../layouts/default-layout.tsx"), "DefaultLayout"),
});

export const chatWindowRoute = createRoute({
  getParentRoute: () => signedInRoute,
  id: "chat-window",
  component: lazyPage(() => import("../layouts/chat-window-layout.tsx"), "ChatWindowLayout"),
});

export const incomingCallRoute = createRoute({
  getParentRoute: () => signedInRoute,
  id: "incoming-call",
  component: lazyPage(() => import("../layouts/incoming-call-layout.tsx"), "IncomingCallLayout"),
});
