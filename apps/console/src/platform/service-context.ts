import { type Context, createContext, useContext } from "react";

/** A context for a service that is made once per signed-in user. */
export function createServiceContext<Service>(name: string): Context<Service | undefined> {
  const context = createContext<Service | undefined>(undefined);
  context.displayName = name;
  return context;
}

/** The service of a context. Asking for it without a provider above is a bug. */
export function useService<Service>(context: Context<Service | undefined>): Service {
  const service = useContext(context);
  if (service === undefined) throw new Error(`${context.displayName ?? "A service"} is not provided here`);
  return service;
}
