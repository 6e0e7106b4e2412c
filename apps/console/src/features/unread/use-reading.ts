import { useEffect, useEffectEvent } from "react";
import { hasFocus, onFocusChange } from "../../platform/rendering/window-focus.ts";

/** What the user can read and mark: voicemails, faxes. */
export interface ReadableItems<Item> {
  /** Marked unread while it lies open: until the user leaves it, looking at it reads nothing. */
  readonly keptUnread: Set<string>;
  markRead(item: Item): Promise<void>;
}

/** Read is what lies open in a window that somebody looks at. */
export function useReading<Item extends { readonly id: string; readonly new: boolean }>(
  items: ReadableItems<NoInfer<Item>>,
  item: Item | undefined,
): void {
  const { keptUnread } = items;
  const id = item?.id;
  const isNew = item?.new ?? false;
  const read = useEffectEvent(() => {
    if (!item?.new || keptUnread.has(item.id) || !hasFocus()) return;
    // A failure leaves it new, which the next look sets right.
    items.markRead(item).catch(() => {});
  });
  useEffect(() => {
    if (!isNew || id === undefined) return;
    read();
    return onFocusChange(() => read());
  }, [id, isNew]);
  useEffect(() => {
    if (id === undefined) return;
    return () => void keptUnread.delete(id);
  }, [keptUnread, id]);
}
