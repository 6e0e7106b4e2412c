import type { TextApi } from "../../store/text-api.ts";
import type { Thread } from "../../store/thread.ts";

/**
 * Marks texts of a thread that is still on the screen as unread. The news of it comes before the user has left, and a
 * thread that lies open would read them again at once.
 */
export async function markThreadUnread(
  api: Pick<TextApi, "markUnread">,
  thread: Thread,
  ids: readonly string[],
): Promise<void> {
  thread.isKeptUnread = true;
  try {
    await api.markUnread(thread.address, ids);
  } catch (failure) {
    thread.isKeptUnread = false;
    throw failure;
  }
}
