import { callsRoutes, homeRoute } from "./routes/calls-routes.ts";
import { faxesRoutes } from "./routes/faxes-routes.ts";
import {
  chatWindowRoute,
  defaultLayoutRoute,
  guestRoute,
  incomingCallRoute,
  openRoute,
  signedInRoute,
} from "./routes/layout-routes.ts";
import { messagesRoutes, messagesWindowRoute } from "./routes/messages-routes.ts";
import {
  acdRoute,
  contactsRoutes,
  dispatchRoute,
  galleryRoute,
  incomingCallModalRoute,
  meetingLobbyRoute,
  meetingRoute,
  settingsRoute,
  tasksRoutes,
} from "./routes/other-routes.ts";
import { rootRoute } from "./routes/root-route.ts";
import {
  confirmEmailRoute,
  loginRoute,
  loginTokenRoute,
  newPasswordRoute,
  resetRoute,
  resetSuccessRoute,
  undoEmailRoute,
} from "./routes/session-routes.ts";
import { teamsChatRoute, teamsRoutes } from "./routes/teams-routes.ts";
import { voicemailsRoutes } from "./routes/voicemails-routes.ts";

export const routeTree = rootRoute.addChildren([
  guestRoute.addChildren([loginRoute, resetRoute, resetSuccessRoute, loginTokenRoute]),
  openRoute.addChildren([newPasswordRoute, confirmEmailRoute, undoEmailRoute]),
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
      acdRoute,
      dispatchRoute,
      settingsRoute,
      meetingRoute,
      meetingLobbyRoute,
    ]),
    chatWindowRoute.addChildren([teamsChatRoute, messagesWindowRoute]),
    incomingCallRoute.addChildren([incomingCallModalRoute]),
  ]),
  galleryRoute,
]);
