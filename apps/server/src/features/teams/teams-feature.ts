import type { ChatHub } from "@offhook/chat";
import type { Database } from "../../database/database.ts";
import type { SearchIndex } from "../../database/search/search-index.ts";
import type { ChatAccounts } from "./chat-accounts.ts";
import { type TeamRoutesDeps, teamRoutes } from "./team-routes.ts";

export interface TeamsFeatureDeps {
  readonly database: Database;
  readonly index: SearchIndex;
  /** Team chat, as its wire runs it. */
  readonly chat: { readonly hub: ChatHub; readonly accounts: ChatAccounts };
  readonly saveProfile: TeamRoutesDeps["saveProfile"];
}

export interface TeamsFeature {
  readonly handlers: ReturnType<typeof teamRoutes>;
}

export function createTeamsFeature({ database, index, chat, saveProfile }: TeamsFeatureDeps): TeamsFeature {
  const { hub, accounts } = chat;
  return { handlers: teamRoutes({ database, index, hub, accounts, saveProfile }) };
}
