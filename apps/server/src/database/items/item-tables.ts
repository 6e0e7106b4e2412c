import type { RawBuilder } from "kysely";

/** Where items are kept that several people read on a line: messages of voicemail boxes, faxes of fax lines. */
export interface ItemTables {
  readonly items: "voicemail_messages" | "faxes";
  readonly lineId: "voicemail_box_id" | "fax_line_id";
  /** When it came in or went out. */
  readonly at: "received_at" | "at";
  /** The number at the other end. */
  readonly party: "caller_number" | "party_number";
  /** When it was no longer new. */
  readonly readAt: "heard_at" | "read_at";
  /** Which of them are new until they are read. */
  readonly canBeNew: RawBuilder<unknown>;
  readonly readers: "voicemail_readers" | "fax_reads";
  /** How its readers name an item. */
  readonly itemId: "message_id" | "fax_id";
  /** How tasks name what they are about. */
  readonly source: "voicemail" | "fax";
}
