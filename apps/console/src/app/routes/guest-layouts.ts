import { createRoute } from "@tanstack/react-router";
import { LoginLayout } from "../layouts/login-layout.tsx";
import { rootRoute } from "./root-route.ts";

/** Pages of the sign-in, for signed-out visitors. */
export const guestRoute = createRoute({
  getParentRoute: () => rootRoute,
  id: "guest",
  component: LoginLayout,
});

/** Pages that look alike but are for everyone. */
export const openRoute = createRoute({ getParentRoute: () => rootRoute, id: "open", component: LoginLayout });
