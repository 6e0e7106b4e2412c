import { callsRoutes, homeRoute } from "../routes/calls-routes.ts";
import { faxesRoutes } from "../routes/faxes-routes.ts";
import {
  chatWindowRoute,
  defaultLayoutRoute,
  incomingCallRoute,
  signedInRoute,
} from "../routes/layout-routes.ts";
import { messagesRoutes, messagesWindowRoute } from "../routes/messages-routes.ts";
import {
  acdRoutes,
  contactsRoutes,
  galleryRoute,
  incomingCallModalRoute,
  meetingLobbyRoute,
  meetingRoute,
  searchRoute,
  settingsRoute,
  tasksRoutes,
  wallboardScreenRoute,
} from "../routes/other-routes.ts";
import { rootRoute } from "../routes/root-route.ts";
import { teamsChatRoute, teamsRoutes } from "../routes/teams-routes.ts";
import { voicemailsRoutes } from "../routes/voicemails-routes.ts";
import { guestPages } from "./guest-tree.ts";

/** Every page. Takes the place of the tree of guests in a router that has it. */
export function growRouteTree() {
  return rootRoute.addChildren([
    ...guestPages,
    signedInRoute.addChildren([
      defaultLayoutRoute.addChildren([
        homeRoute,
        callsRoutes,
        messagesRoutes,
        voicemailsRoutes,
        faxesRoutes,
        teamsRoutes,
        contactsRoutes,
        tasksRoutes,
        acdRoutes,
        settingsRoute,
        searchRoute,
        meetingRoute,
        meetingLobbyRoute,
      ]),
      chatWindowRoute.addChildren([teamsChatRoute, messagesWindowRoute]),
      incomingCallRoute.addChildren([incomingCallModalRoute]),
    ]),
    wallboardScreenRoute,
    galleryRoute,
  ]);
}

export type RouteTree = ReturnType<typeof growRouteTree>;
