import { Loader } from "@mantine/core";
import { type LucideIcon, Paperclip, SendHorizontal } from "lucide-react";
import { memo, type ReactNode, useRef } from "react";
import classes from "./composer-box.module.css";
import { useFileDrop } from "./use-file-drop.ts";

export interface ComposerBoxProps {
  readonly sendLabel: string;
  readonly canSend: boolean;
  /** The same function as long as it does the same: every key draws the composer anew. */
  readonly onSend: () => void;
  /** Left out where no files are taken. */
  readonly onFiles?: (files: readonly File[]) => void;
  readonly tone?: "internal";
  /** Attachments and the field. */
  readonly children: ReactNode;
  /** Below the field. */
  readonly tools: ReactNode;
}

/** Where one writes: what goes with the text, the text, and below it tools and the button that sends. */
export function ComposerBox(props: ComposerBoxProps): ReactNode {
  const { sendLabel, canSend, onSend, onFiles, tone, children, tools } = props;
  const box = useRef<HTMLDivElement>(null);
  useFileDrop(box, onFiles);
  return (
    <div ref={box} className={classes.composer} data-tone={tone} data-keep-clear>
      {children}
      <div className={classes.tools}>
        {tools}
        <SendButton label={sendLabel} isDisabled={!canSend} onSend={onSend} />
      </div>
    </div>
  );
}

interface SendButtonProps {
  readonly label: string;
  readonly isDisabled: boolean;
  readonly onSend: () => void;
}

const SendButton = memo(function SendButton({ label, isDisabled, onSend }: SendButtonProps): ReactNode {
  return (
    <button
      type="button"
      className={classes.send}
      aria-label={label}
      title={label}
      disabled={isDisabled}
      onClick={onSend}
    >
      <SendHorizontal size={18} aria-hidden="true" />
    </button>
  );
});

export interface ToolButtonProps {
  readonly label: string;
  readonly icon: LucideIcon;
  readonly onClick: () => void;
  /** Beside the pointer; the label itself when left out. */
  readonly title?: string;
  readonly isDisabled?: boolean;
  /** What it does is under way. */
  readonly isBusy?: boolean;
  /** Left out where it is no switch. */
  readonly isOn?: boolean;
}

export function ToolButton(props: ToolButtonProps): ReactNode {
  const { label, icon: Icon, onClick, title = label, isDisabled = false, isBusy = false, isOn } = props;
  return (
    <button
      type="button"
      className={classes.tool}
      aria-label={label}
      aria-pressed={isOn}
      title={title}
      aria-busy={isBusy || undefined}
      disabled={isDisabled || isBusy}
      onClick={onClick}
    >
      {isBusy ? <Loader size={18} /> : <Icon size={18} aria-hidden="true" />}
    </button>
  );
}

export interface AttachButtonProps {
  readonly onFiles: (files: readonly File[]) => void;
  /** Kinds of files to choose from, as a file field says it. */
  readonly accept?: string;
  readonly isDisabled?: boolean;
}

export function AttachButton({ onFiles, accept, isDisabled = false }: AttachButtonProps): ReactNode {
  const input = useRef<HTMLInputElement>(null);
  return (
    <>
      <input
        ref={input}
        type="file"
        multiple
        hidden
        aria-label="Files"
        {...(accept === undefined ? {} : { accept })}
        onChange={(event) => {
          onFiles([...(event.currentTarget.files ?? [])]);
          // The same file may be chosen again after it was removed.
          event.currentTarget.value = "";
        }}
      />
      <ToolButton
        label="Attach files"
        icon={Paperclip}
        isDisabled={isDisabled}
        onClick={() => input.current?.click()}
      />
    </>
  );
}
