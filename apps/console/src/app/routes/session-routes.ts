import { createRoute } from "@tanstack/react-router";
import { lazyPage } from "../routing/lazy-page.ts";
import { guestRoute, openRoute } from "./guest-layouts.ts";
import { textSearch } from "./route-data.ts";

export const loginRoute = createRoute({
  getParentRoute: () => guestRoute,
  path: "/login",
  // The first five are what a provider's redirect brings back.
  validateSearch: textSearch("code", "state", "error", "error_description", "iss", "username"),
  // In the first chunk it would be a burden to everyone who is signed in; a visitor's page asks for it at once.
  component: lazyPage(() => import("../../features/session/sign-in/login-page.tsx"), "LoginPage"),
  staticData: { name: "login", access: "guest" },
});

export const resetRoute = createRoute({
  getParentRoute: () => guestRoute,
  path: "/reset",
  component: lazyPage(() => import("../../features/session/reset/reset-page.tsx"), "ResetPage"),
  staticData: { name: "reset", access: "guest" },
});

export const resetSuccessRoute = createRoute({
  getParentRoute: () => guestRoute,
  path: "/resetSuccess",
  component: lazyPage(
    () => import("../../features/session/reset/reset-success-page.tsx"),
    "ResetSuccessPage",
  ),
  staticData: { name: "resetSuccess", access: "guest" },
});

export const loginTokenRoute = createRoute({
  getParentRoute: () => guestRoute,
  path: "/loginToken/$id",
  component: lazyPage(() => import("../../features/session/sign-in/login-token-page.tsx"), "LoginTokenPage"),
  staticData: { name: "loginToken-id", access: "guest" },
});

/** Open to signed-in users as well: a mailed link must not lead to the dial pad. */
export const newPasswordRoute = createRoute({
  getParentRoute: () => openRoute,
  path: "/reset/$token",
  component: lazyPage(() => import("../../features/session/reset/new-password-page.tsx"), "NewPasswordPage"),
  staticData: { name: "reset-token", access: "open" },
});

export const confirmEmailRoute = createRoute({
  getParentRoute: () => openRoute,
  path: "/email/$token",
  component: lazyPage(
    () => import("../../features/session/email/confirm-email-page.tsx"),
    "ConfirmEmailPage",
  ),
  staticData: { name: "email-token", access: "open" },
});

export const undoEmailRoute = createRoute({
  getParentRoute: () => openRoute,
  path: "/email/undo/$token",
  component: lazyPage(() => import("../../features/session/email/undo-email-page.tsx"), "UndoEmailPage"),
  staticData: { name: "email-undo-token", access: "open" },
});
