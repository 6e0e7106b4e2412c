export { contactRoutes } from "./contact-routes.ts";
export { PeopleService } from "./people-service.ts";
export { type LiveUsers, PresenceService } from "./presence-service.ts";
