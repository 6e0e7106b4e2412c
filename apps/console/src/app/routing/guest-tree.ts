import { createRoute } from "@tanstack/react-router";
import { guestRoute, openRoute } from "../routes/guest-layouts.ts";
import { rootRoute } from "../routes/root-route.ts";
import {
  confirmEmailRoute,
  loginRoute,
  loginTokenRoute,
  newPasswordRoute,
  resetRoute,
  resetSuccessRoute,
  undoEmailRoute,
} from "../routes/session-routes.ts";

export const guestPages = [
  guestRoute.addChildren([loginRoute, resetRoute, resetSuccessRoute, loginTokenRoute]),
  openRoute.addChildren([newPasswordRoute, confirmEmailRoute, undoEmailRoute]),
] as const;

/** The name of the page that stands for all pages which are not loaded yet. */
export const ELSEWHERE = "elsewhere";

const elsewhereRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: "$",
  staticData: { name: ELSEWHERE },
});

/** The beginning of every address that is for users only: guests need not load the pages to be sent to sign in. */
export const USERS_ONLY =
  /^\/(?:acd|calls|contacts|dispatch|faxes|incomingCallModal|meeting|messages|messages-win|search|settings|tasks|teams|teams-chat|voicemails)?(?:[/?#]|$)/;

/** The pages before the sign-in: the others are no burden to whoever only comes to sign in. */
export function guestTree() {
  return rootRoute.addChildren([...guestPages, elsewhereRoute]);
}

export type GuestTree = ReturnType<typeof guestTree>;
