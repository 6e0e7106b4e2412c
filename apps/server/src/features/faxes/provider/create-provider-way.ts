import { FaxProviderClient } from "./fax-provider-client.ts";
import type { FaxProviderConfig } from "./fax-provider-config.ts";
import { ProviderArrivals, type ProviderArrivalsDeps } from "./provider-arrivals.ts";
import { ProviderWay } from "./provider-way.ts";

/** Undefined where no provider is set up. */
export function createProviderWay(
  config: FaxProviderConfig | undefined,
  deps: Omit<ProviderArrivalsDeps, "client">,
): ProviderWay | undefined {
  if (!config) return undefined;
  const client = new FaxProviderClient(config);
  return new ProviderWay({ config, client, arrivals: new ProviderArrivals({ ...deps, client }) });
}
