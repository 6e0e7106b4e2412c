/** The day that begins here, in words. */
export interface DayRow {
  readonly kind: "day";
  readonly key: string;
  readonly label: string;
}

/** What is new begins here. */
export interface UnreadRow {
  readonly kind: "unread";
  readonly key: "unread";
}

/** What was said. Rows of the kind `outgoing` are the user's own that are still on their way. */
export interface ItemRow {
  readonly kind: string;
  readonly key: string;
}

export type Divider = DayRow | UnreadRow;
export type StreamRow<Item extends ItemRow> = Divider | Item;

export const UNREAD_ROW: UnreadRow = { kind: "unread", key: "unread" };

/** What stands between messages moves with the one below it. */
export function isDivider<Item extends ItemRow>(row: StreamRow<Item>): row is Divider {
  return row.kind === "day" || row.kind === "unread";
}
