export { TeamsProvider, useTeamsUnread } from "./teams-context.ts";
export { TeamsDoor } from "./teams-door.ts";
