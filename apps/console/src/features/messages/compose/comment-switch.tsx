import { MessageSquareLock } from "lucide-react";
import type { ReactNode } from "react";
import classes from "./composer.module.css";

export type WritingMode = "text" | "comment";

export interface CommentSwitchProps {
  readonly mode: WritingMode;
  readonly onMode: (mode: WritingMode) => void;
}

export function CommentSwitch({ mode, onMode }: CommentSwitchProps): ReactNode {
  const isComment = mode === "comment";
  return (
    <button
      type="button"
      className={classes.mode}
      aria-pressed={isComment}
      title="Internal note: not sent to the customer"
      onClick={() => onMode(isComment ? "text" : "comment")}
    >
      <MessageSquareLock size={16} aria-hidden="true" />
      Comment
    </button>
  );
}
