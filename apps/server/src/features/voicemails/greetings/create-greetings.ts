import { GreetingDecoder } from "./greeting-decoder.ts";
import { greetingRoutes } from "./greeting-routes.ts";
import { GreetingService, type GreetingServiceDeps } from "./greeting-service.ts";
import { GreetingShelf, type GreetingShelfDeps } from "./greeting-shelf.ts";
import { PhoneGreetings, type PhoneGreetingsDeps } from "./phone-greetings.ts";

export type GreetingsDeps = Omit<GreetingServiceDeps & PhoneGreetingsDeps, "shelf" | "decoder"> &
  GreetingShelfDeps;

export interface BoxGreetings {
  readonly handlers: ReturnType<typeof greetingRoutes>;
  /** For the phone system. */
  readonly phone: PhoneGreetings;
  close(): Promise<void>;
}

export function createGreetings(deps: GreetingsDeps): BoxGreetings {
  const shelf = new GreetingShelf(deps);
  const decoder = new GreetingDecoder();
  return {
    handlers: greetingRoutes(new GreetingService({ ...deps, shelf, decoder })),
    phone: new PhoneGreetings({ ...deps, shelf }),
    close: () => decoder.close(),
  };
}
