import { type AnyPushEvent, type PushEvent, pushEvents } from "@offhook/contract";
import type { z } from "zod";
import type { NewEvent } from "../database.ts";

/** For tests of the log and of push, which care for numbers and not for what an event says. */
export function madeUpEvent(event: AnyPushEvent): PushEvent {
  return event as PushEvent;
}

/** Every event that a test makes the server publish is just what the contract says, fields and channel. */
export function requireContract({ channel, event }: NewEvent): void {
  const definition = Object.hasOwn(pushEvents, event.type) ? pushEvents[event.type] : undefined;
  if (!definition) return;
  const schema: z.ZodType = definition.schema;
  const parsed = schema.safeParse(event);
  if (!parsed.success)
    throw new Error(`The event ${event.type} does not fit its schema: ${parsed.error.message}`);
  const unnamed = Object.keys(event).filter((name) => !Object.hasOwn(parsed.data as object, name));
  if (unnamed.length > 0)
    throw new Error(`The event ${event.type} has fields its schema does not name: ${unnamed.join(", ")}`);
  if (!definition.to.some((kind) => channel.startsWith(`${kind}.`)))
    throw new Error(`The contract knows of no ${event.type} on the channel ${channel}`);
}
