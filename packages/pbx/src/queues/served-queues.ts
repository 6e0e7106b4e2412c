import type { EndpointId, QueueConfig } from "../dialplan/company-config.ts";
import type { FloorConfigs } from "./floor-state.ts";

const known = new WeakMap<FloorConfigs, ReadonlyMap<EndpointId, readonly QueueConfig[]>>();
const NONE: readonly QueueConfig[] = [];

/** The queues that list an agent. Found once for every version of the configuration. */
export function queuesServedBy(configs: FloorConfigs, endpointId: EndpointId): readonly QueueConfig[] {
  return agentsOf(configs).get(endpointId) ?? NONE;
}

/** Everybody who is listed in a queue, with the queues. */
export function agentsOf(configs: FloorConfigs): ReadonlyMap<EndpointId, readonly QueueConfig[]> {
  const found = known.get(configs);
  if (found) return found;
  const served = new Map<EndpointId, QueueConfig[]>();
  for (const queue of configs.values())
    for (const { endpointId } of queue.agents) {
      const queues = served.get(endpointId);
      if (queues) queues.push(queue);
      else served.set(endpointId, [queue]);
    }
  known.set(configs, served);
  return served;
}
