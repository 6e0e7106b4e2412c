import type { ApiDefinition, ReplyOf, RouteDefinition, ValidatedOf } from "@offhook/contract";
import type { Actor, Caller } from "../../platform/actor.ts";

type ActorOf<Route extends RouteDefinition> = Route["access"] extends "public" | "app" ? undefined : Actor;

type HandlerRequest<Route extends RouteDefinition> = ValidatedOf<Route> & {
  readonly actor: ActorOf<Route>;
  readonly caller: Caller;
};

/** One handler per operation of an API table: leaving one out does not compile. */
export type Handlers<Api extends ApiDefinition> = {
  readonly [Name in keyof Api]: (request: HandlerRequest<Api[Name]>) => Promise<ReplyOf<Api[Name]>>;
};
