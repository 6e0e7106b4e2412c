import { eventFields } from "virtual:event-fields";
import type { AnyPushEvent, PushEvent } from "@offhook/contract";
import type { FieldKind } from "./push-event-fields.ts";

/** A newer service tells of things that this page knows nothing of. */
export function isKnownEvent({ type }: AnyPushEvent): boolean {
  return Object.hasOwn(eventFields, type);
}

/** Whether each field is of the right kind: enough for a handler not to stumble, and no zod in the first chunk. */
export function isPushEvent(event: AnyPushEvent): event is PushEvent & AnyPushEvent {
  const fields = eventFields[event.type];
  return (
    isKnownEvent(event) &&
    Object.entries(fields ?? {}).every(([name, kinds]) => kinds.includes(kindOf(event[name])))
  );
}

function kindOf(value: unknown): FieldKind {
  if (value === null) return "null";
  return Array.isArray(value) ? "array" : (typeof value as FieldKind);
}
