import { ActionIcon } from "@mantine/core";
import { MessageSquareLock, SendHorizontal } from "lucide-react";
import type { ReactNode } from "react";
import classes from "./composer.module.css";

export type WritingMode = "text" | "comment";

export interface SendBarProps {
  readonly mode: WritingMode;
  readonly onMode: (mode: WritingMode) => void;
  readonly onSend?: () => void;
  readonly isDisabled?: boolean;
  readonly tools?: ReactNode;
  readonly counter?: ReactNode;
}

/** Below the field: the tools, what it will cost, and the button. */
export function SendBar({
  mode,
  onMode,
  onSend,
  isDisabled = false,
  tools,
  counter,
}: SendBarProps): ReactNode {
  const isComment = mode === "comment";
  return (
    <div className={classes.bar}>
      {tools}
      <button
        type="button"
        className={classes.mode}
        aria-pressed={isComment}
        title="A comment is for colleagues and never sent"
        onClick={() => onMode(isComment ? "text" : "comment")}
      >
        <MessageSquareLock size={16} aria-hidden="true" />
        Comment
      </button>
      <span className={classes.space} />
      {counter}
      {onSend && (
        <ActionIcon
          variant="filled"
          size="lg"
          radius="xl"
          aria-label={isComment ? "Save comment" : "Send"}
          title={isComment ? "Save comment" : "Send"}
          disabled={isDisabled}
          onClick={onSend}
        >
          <SendHorizontal size={18} aria-hidden="true" />
        </ActionIcon>
      )}
    </div>
  );
}
