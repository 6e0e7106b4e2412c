import { Check, CheckCheck, CircleAlert, Clock } from "lucide-react";
import type { ReactNode } from "react";
import type { MessageStatus, Receipts } from "../store/topic-view.ts";
import classes from "./message-row.module.css";

const ICONS = { sending: Clock, sent: Check, received: CheckCheck, read: CheckCheck, failed: CircleAlert };
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

/** How far an own message has come. */
export function Receipt({ status, readBy, nameOf, isGroup }: ReceiptProps): ReactNode {
  const Icon = ICONS[status];
  const names = readBy.slice(0, NAMED).map(nameOf).join(", ");
  const more = readBy.length > NAMED ? ` and ${readBy.length - NAMED} more` : "";
  const label = status === "read" && isGroup ? `Read by ${names}${more}` : WORDS[status];
  return (
    <span className={classes.receipt} data-status={status} role="img" aria-label={label} title={label}>
      <Icon size={14} aria-hidden="true" />
      {status === "read" && isGroup && <span data-numeric>{readBy.length}</span>}
    </span>
  );
}
