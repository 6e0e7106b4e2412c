import { createRoute } from "@tanstack/react-router";
import { LoginLayout } from "../layouts/login-layout.tsx";
import { lazyPage } from "../lazy-page.ts";
import { rootRoute } from "./root-route.ts";

/** Pages of the sign-in, for signed-out visitors. */
export const guestRoute = createRoute({
  getParentRoute: () => rootRoute,
  id: "guest",
  component: LoginLayout,
});

/** Pages that look alike but are for everyone. */
export const openRoute = createRoute({ getParentRoute: () => rootRoute, id: "open", component: LoginLayout });

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
