import type { ReactNode } from "react";
import type { ItemRow, StreamRow } from "./stream-row.ts";

/** When what was drawn is on the screen, and when nothing else is to be done besides. */
interface Painting {
  readonly nextPaint: () => Promise<void>;
  readonly afterPaint: () => Promise<void>;
}

export interface ConversationStreamProps<Item extends ItemRow> {
  readonly label: string;
  readonly rows: readonly StreamRow<Item>[];
  readonly renderRow: (row: Item) => ReactNode;
  /** No row is lower: what is counted with it surely fills the view. */
  readonly leastHeightOf: (row: Item) => number;
  /** In place of a row that cannot be drawn. */
  readonly unreadableText: string;
  readonly painting: Painting;
  /** A row to bring into view, each time another object is given. Without one the stream opens at what is new. */
  readonly target?: { readonly key: string } | undefined;
  readonly hasOlder?: boolean;
  readonly hasNewer?: boolean;
  readonly onOlder?: () => void;
  readonly onNewer?: () => void;
  /** The user wants the end of the conversation, which is not here. */
  readonly onNewest?: () => Promise<void> | void;
  /** The last row that is in view, and whether it is the end of the conversation. */
  readonly onSeen?: (row: StreamRow<Item> | undefined, isAtEnd: boolean) => void;
  /** Unread messages, on the button that leads to them. */
  readonly newCount?: number;
  /** A short one stands at the top instead of the bottom, where one writes. */
  readonly startsAtTop?: boolean;
  /** Below the last row. */
  readonly footer?: ReactNode;
}
