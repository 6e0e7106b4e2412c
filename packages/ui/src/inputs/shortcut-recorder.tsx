import { ActionIcon, Input } from "@mantine/core";
import { X } from "lucide-react";
import { type KeyboardEvent, type ReactNode, useId, useState } from "react";
import { Kbd } from "./kbd.tsx";
import { type ShortcutPlatform, shortcutOf } from "./shortcut.ts";
import classes from "./shortcut-recorder.module.css";

export interface ShortcutRecorderProps {
  readonly label: string;
  /** The element that shows the label already; without one it is shown here. */
  readonly labelledBy?: string;
  /** "Ctrl+Shift+A"; empty when there is none. */
  readonly value: string;
  readonly platform: ShortcutPlatform;
  readonly onChange: (shortcut: string) => void;
  /** What else already answers to these keys, in a sentence. */
  readonly conflict?: string | undefined;
  readonly description?: string;
}

/** Click or press Enter, then press the keys. Escape leaves all as it was, Backspace takes the shortcut away. */
export function ShortcutRecorder(props: ShortcutRecorderProps): ReactNode {
  const { label, labelledBy, value, platform, onChange, conflict, description } = props;
  const [isRecording, setIsRecording] = useState(false);
  const id = useId();

  const record = (event: KeyboardEvent): void => {
    if (!isRecording || event.key === "Tab") return;
    event.preventDefault();
    // The shortcut that is being given must not also do its work, nor close the dialog around the field.
    event.stopPropagation();
    const hasModifier = event.ctrlKey || event.altKey || event.metaKey || event.shiftKey;
    if (event.key === "Escape" && !hasModifier) {
      setIsRecording(false);
      return;
    }
    const shortcut = event.key === "Backspace" && !hasModifier ? "" : shortcutOf(event);
    if (shortcut === undefined) return;
    setIsRecording(false);
    onChange(shortcut);
  };
  return (
    <Input.Wrapper
      id={id}
      labelElement="div"
      {...(labelledBy === undefined ? { label } : {})}
      {...(description === undefined ? {} : { description })}
      {...(conflict === undefined ? {} : { error: conflict })}
    >
      <div
        className={classes.field}
        data-recording={isRecording || undefined}
        data-conflict={Boolean(conflict) || undefined}
      >
        <button
          type="button"
          className={classes.recorder}
          id={`${id}-recorder`}
          aria-labelledby={`${labelledBy ?? `${id}-label`} ${id}-recorder`}
          aria-pressed={isRecording}
          onClick={() => setIsRecording(true)}
          onKeyDownCapture={record}
          onBlur={() => setIsRecording(false)}
        >
          <Shown value={value} platform={platform} isRecording={isRecording} />
        </button>
        {value !== "" && !isRecording && (
          <ActionIcon size="sm" aria-label={`Clear ${label}`} onClick={() => onChange("")}>
            <X size={14} aria-hidden="true" />
          </ActionIcon>
        )}
      </div>
    </Input.Wrapper>
  );
}

type ShownProps = Pick<ShortcutRecorderProps, "value" | "platform"> & { readonly isRecording: boolean };

function Shown({ value, platform, isRecording }: ShownProps): ReactNode {
  if (isRecording) return <span className={classes.hint}>Press the keys…</span>;
  if (value === "") return <span className={classes.hint}>None</span>;
  return <Kbd shortcut={value} platform={platform} />;
}
