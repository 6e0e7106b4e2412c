import type { greetingsApi } from "@offhook/contract";
import type { Handlers } from "../../../http/routes/handlers.ts";
import type { GreetingService } from "./greeting-service.ts";

export function greetingRoutes(greetings: GreetingService): Handlers<typeof greetingsApi> {
  return {
    getGreetings: ({ actor, query }) => greetings.list(actor, query.mailbox),
    chooseGreetings: ({ actor, body }) => greetings.choose(actor, body),
    addGreeting: ({ actor, body }) => greetings.add(actor, body),
    renameGreeting: ({ actor, body }) => greetings.rename(actor, body),
    deleteGreeting: ({ actor, query }) => greetings.delete(actor, query),
    getGreetingFile: ({ actor, query }) => greetings.file(actor, query),
  };
}
