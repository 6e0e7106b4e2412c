import { ActionIcon } from "@mantine/core";
import { MessageSquareLock, SendHorizontal } from "lucide-react";
import { memo, type ReactNode } from "react";
import classes from "./composer.module.css";

export type WritingMode = "text" | "comment";

export interface SendBarProps {
  readonly mode: WritingMode;
  readonly onMode: (mode: WritingMode) => void;
  readonly tools?: ReactNode;
  readonly counter?: ReactNode;
}

/** Below the field: the tools, the recipient, and what it will cost. */
export function SendBar({ mode, onMode, tools, counter }: SendBarProps): ReactNode {
  const isComment = mode === "comment";
  return (
    <div className={classes.bar}>
      {tools}
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
      {counter}
    </div>
  );
}

export interface SendButtonProps {
  readonly label: "Send" | "Save comment";
  readonly isDisabled: boolean;
  readonly onSend: () => void;
}

export const SendButton = memo(function Button({ label, isDisabled, onSend }: SendButtonProps): ReactNode {
  return (
    <ActionIcon
      variant="filled"
      size={28}
      radius="xl"
      aria-label={label}
      title={label}
      disabled={isDisabled}
      onClick={onSend}
    >
      <SendHorizontal size={16} aria-hidden="true" />
    </ActionIcon>
  );
});
