import type { searchApi } from "@offhook/contract";
import type { Handlers } from "../../http/routes/handlers.ts";
import type { SearchService } from "./search-service.ts";

export function searchRoutes(search: SearchService): Handlers<typeof searchApi> {
  return { search: ({ actor, query }) => search.find(actor, query) };
}
