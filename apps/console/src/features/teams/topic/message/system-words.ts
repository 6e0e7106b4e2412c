import type { SystemEvent } from "../../store/message.ts";

/** What the group says of members who came and went. */
export function systemWords({ event, user, actor }: SystemEvent, nameOf: (user: string) => string): string {
  const [name, by] = [nameOf(user), nameOf(actor)];
  if (event === "UserJoinedGroup") return user === actor ? `${name} joined` : `${by} added ${name}`;
  return user === actor ? `${name} left` : `${by} removed ${name}`;
}
