import { isStorable } from "@offhook/kernel";

type Head = Readonly<Record<string, unknown>> | undefined;

/** Set by the service alone: what a group tells of itself. */
export const SYSTEM = "x-system";

const CLIENT_ID = "x-client-id";
const MAX_CLIENT_ID_LENGTH = 200;

/** What its client calls a message, the same when it sends it again. Too long a name is none. */
export function clientIdOf(head: Head): string | undefined {
  const id = head?.[CLIENT_ID];
  if (typeof id !== "string" || id === "" || id.length > MAX_CLIENT_ID_LENGTH) return undefined;
  return isStorable(id) ? id : undefined;
}

/** These describe the content, and change with it. */
const OF_THE_CONTENT = ["mime", "mentions", "attachments"];

/** The head of a message that was given another wording. */
export function editedHead(before: Head, edit: Head): Head {
  const kept = Object.entries(before ?? {}).filter(([key]) => !OF_THE_CONTENT.includes(key));
  const changed = Object.entries(edit ?? {}).filter(([key]) => OF_THE_CONTENT.includes(key));
  const head = Object.fromEntries([...kept, ...changed]);
  return Object.keys(head).length > 0 ? head : undefined;
}
