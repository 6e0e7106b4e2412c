import type { MissedTarget, Route, TurnedAway } from "../calls/call-event.ts";
import type { CameThrough } from "../calls/call-state.ts";
import type { HangupCause } from "../calls/hangup-cause.ts";
import type { PassedOver, PassedOverBy, PassedOverLine } from "../calls/passed-over.ts";
import type { Destination, EndpointConfig } from "./company-config.ts";
import { endpointTarget, passedOverBy } from "./ring-targets.ts";
import type { RouteRequest, RouteWorld, RoutingContext } from "./route-request.ts";

const MAX_HOPS = 12;

type Body = DistributiveOmit<Route, "missed" | "visited" | "turnedAway">;
type DistributiveOmit<Union, Key extends PropertyKey> = Union extends unknown ? Omit<Union, Key> : never;

/** One walk through forwardings until something is there to do. */
export class Walk {
  readonly context: RoutingContext;
  readonly missed: MissedTarget[] = [];
  readonly turnedAway: TurnedAway[] = [];
  readonly passedOver: PassedOver[] = [];
  visited: readonly string[];
  authority: EndpointConfig | undefined;
  via: CameThrough | undefined;

  constructor(world: RouteWorld, request: RouteRequest) {
    this.context = { world, request, alarms: [] };
    this.visited = request.core.visited;
    this.authority = request.authority;
  }

  get world(): RouteWorld {
    return this.context.world;
  }

  get request(): RouteRequest {
    return this.context.request;
  }

  /** False when the call has been here before: forwardings in a circle. */
  visit(destination: Destination): boolean {
    const key = keyOf(destination);
    if (key === undefined) return true;
    if (this.visited.includes(key) || this.visited.length >= MAX_HOPS) return false;
    this.visited = [...this.visited, key];
    return true;
  }

  miss(endpoint: EndpointConfig, cause: HangupCause): void {
    const target = endpointTarget(this.world, this.request, endpoint);
    this.missed.push({ target: { ...target, channels: [] }, cause });
  }

  /** Why lines of a group do not ring, so that their people can be told. */
  passOver(by: PassedOverBy, lines: readonly PassedOverLine[]): void {
    if (lines.length > 0) this.passedOver.push(passedOverBy(this.request, this.world.now, by, lines));
  }

  finish(body: Body): Route {
    const { missed, turnedAway, visited, via } = this;
    return { ...body, missed, turnedAway, visited, via };
  }
}

function keyOf(destination: Destination): string | undefined {
  switch (destination.kind) {
    case "prompt":
    case "park":
    case "callbackKept":
    case "hangUp":
      return undefined;
    case "number":
      return `number:${destination.number}`;
    default:
      return `${destination.kind}:${destination.id}`;
  }
}
