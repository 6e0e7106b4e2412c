import type { Snackbar } from "@offhook/ui";
import { ChatFailure } from "../../link/chat-failure.ts";
import type { NewMessage } from "../../store/outgoing-message.ts";
import type { TeamsChat } from "../../store/teams-chat.ts";

export interface Forwarding {
  /** Chats, or colleagues with whom there is none yet. */
  readonly chosen: readonly string[];
  /** What is passed on, for the words: "Message". */
  readonly what: string;
  readonly message: Omit<NewMessage, "topic">;
}

/** Hands a message to the outbox of each chosen chat; a colleague's chat is begun first. */
export async function forwardTo(
  chat: TeamsChat,
  snackbar: Pick<Snackbar, "show">,
  { chosen, what, message }: Forwarding,
): Promise<void> {
  const { topics } = chat.store.getState();
  try {
    for (const id of chosen) if (!topics.has(id)) await chat.acts.open(id);
  } catch (failure) {
    const text = failure instanceof ChatFailure ? failure.message : "Something went wrong. Try again later";
    snackbar.show(text, { tone: "error" });
    return;
  }
  for (const topic of chosen) chat.outbox.send({ ...message, topic });
  snackbar.show(chosen.length === 1 ? `${what} forwarded` : `${what} forwarded to ${chosen.length} chats`);
}
