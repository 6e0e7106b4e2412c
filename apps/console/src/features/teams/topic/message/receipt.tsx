import type { ReactNode } from "react";
import type { MessageStatus, Receipts } from "../../store/topic-view.ts";
import classes from "./message-row.module.css";

const WORDS: Readonly<Record<MessageStatus, string>> = {
  sending: "Sending",
  sent: "Sent",
  received: "Received",
  read: "Read",
  failed: "Not sent",
};

const NAMED = 8;

export interface ReceiptProps extends Receipts {
  readonly nameOf: (user: string) => string;
  /** In a group it matters who has read it. */
  readonly isGroup: boolean;
}

/** How far an own message has come. Its sign is drawn by the style: a picture in every row would cost too much. */
export function Receipt({ status, readBy, nameOf, isGroup }: ReceiptProps): ReactNode {
  const names = readBy.slice(0, NAMED).map(nameOf).join(", ");
  const more = readBy.length > NAMED ? ` and ${readBy.length - NAMED} more` : "";
  const label = status === "read" && isGroup ? `Read by ${names}${more}` : WORDS[status];
  return (
    <span className={classes.receipt} data-status={status} role="img" aria-label={label} title={label}>
      {status === "read" && isGroup && <span data-numeric>{readBy.length}</span>}
    </span>
  );
}
