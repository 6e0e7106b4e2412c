import type { Contact } from "@offhook/contract";
import { aContact } from "../../../testing/builders.ts";

export function contactNumbered(id: number, given: Partial<Contact> = {}): Contact {
  return aContact({ id: String(id), name: `Person ${id}`, ...given });
}
