import type { ChatSession } from "../hub/chat-session.ts";
import { ChatRefusal } from "../wire/refusal.ts";
import type { RequestName } from "../wire/request-name.ts";

/** One part of a request that has several: what is refused of it does not keep the others from being answered. */
export async function answerEach(
  session: ChatSession,
  request: RequestName,
  answer: () => Promise<void>,
): Promise<void> {
  try {
    await answer();
  } catch (failure) {
    if (!(failure instanceof ChatRefusal)) throw failure;
    session.refuse(request, failure);
  }
}
