import type { z } from "zod";
import type { PushChannelType } from "./push-frames.ts";

export interface EventDefinition<Type extends string = string> {
  /** The channels it is heard on. Where there are several kinds, each event goes to those that it concerns. */
  readonly to: readonly [PushChannelType, ...PushChannelType[]];
  /** It tells a whole state: the next one on the same channel makes it worthless, and the log lets go of it. */
  readonly isReplaced?: true;
  /** One line for the API page: what has happened when it is heard. */
  readonly when: string;
  readonly schema: z.ZodType<{ readonly type: Type }>;
}

export type EventTable = Readonly<Record<string, EventDefinition>>;

/** The one table from which the types of publishers and listeners, their checks and the API page are made. */
export function defineEvents<
  const Events extends { readonly [Type in keyof Events]: EventDefinition<Type & string> },
>(events: Events): Events {
  return events;
}

/** The events of a table, or those of some of its types. */
export type EventOf<Events extends EventTable, Type extends keyof Events = keyof Events> = {
  [Each in Type]: z.output<Events[Each]["schema"]>;
}[Type];
