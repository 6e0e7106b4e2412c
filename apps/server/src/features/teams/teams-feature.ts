import type { ChatHub } from "@offhook/chat";
import type { Database } from "../../database/database.ts";
import type { ChatAccounts } from "./chat-accounts.ts";
import { type TeamRoutesDeps, teamRoutes } from "./team-routes.ts";

export interface TeamsFeatureDeps {
  readonly database: Database;
  /** Team chat, as its wire runs it. */
  readonly chat: { readonly hub: ChatHub; readonly accounts: ChatAccounts };
  readonly saveProfile: TeamRoutesDeps["saveProfile"];
}

export interface TeamsFeature {
  readonly handlers: ReturnType<typeof teamRoutes>;
}

export function createTeamsFeature({ database, chat, saveProfile }: TeamsFeatureDeps): TeamsFeature {
  const { hub, accounts } = chat;
  return { handlers: teamRoutes({ database, hub, accounts, saveProfile }) };
}
