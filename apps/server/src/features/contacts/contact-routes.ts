import type { contactsApi } from "@offhook/contract";
import type { Handlers } from "../../http/handlers.ts";
import type { PeopleService } from "./people-service.ts";

export function contactRoutes(people: PeopleService): Handlers<typeof contactsApi> {
  return { listPeople: ({ actor }) => people.list(actor) };
}
