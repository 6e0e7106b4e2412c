import type { Clock } from "@offhook/kernel";
import type { Database } from "../../database/database.ts";
import type { SearchIndex } from "../../database/search/search-index.ts";
import type { Actor } from "../../platform/actor.ts";
import type { Logger } from "../../platform/logging/logger.ts";
import { FoundPeople } from "../contacts/index.ts";
import { FoundThings } from "./found-things.ts";
import { searchRoutes } from "./search-routes.ts";
import { SearchService } from "./search-service.ts";

export interface SearchFeatureDeps {
  readonly database: Database;
  readonly index: SearchIndex;
  readonly clock: Clock;
  readonly logger: Logger;
  readonly photoUrl: (key: string) => string;
  readonly taskChannelsOf: (actor: Actor) => Promise<readonly string[]>;
}

export interface SearchFeature {
  readonly handlers: ReturnType<typeof searchRoutes>;
}

export function createSearchFeature(deps: SearchFeatureDeps): SearchFeature {
  const people = new FoundPeople(deps);
  const found = new FoundThings({ ...deps, people });
  return { handlers: searchRoutes(new SearchService({ ...deps, people, found })) };
}
