import type { LucideIcon } from "lucide-react";
import type { ReactNode, Ref } from "react";
import classes from "./call-button.module.css";

export interface CallButtonProps {
  readonly icon: LucideIcon;
  readonly label: string;
  readonly onClick: () => void;
  /** Of a switch: whether it is on. Left out, the button is none. */
  readonly isOn?: boolean;
  readonly tone?: "plain" | "primary" | "answer" | "end";
  readonly isDisabled?: boolean;
  /** Only the picture; the label is read and shown as a hint. */
  readonly isCompact?: boolean;
  readonly shortcut?: string | undefined;
  readonly ref?: Ref<HTMLButtonElement>;
  readonly expands?: boolean | undefined;
}

/** A round button of a call. */
export function CallButton(props: CallButtonProps): ReactNode {
  const { icon: Icon, label, onClick, isOn, tone = "plain", isDisabled = false, isCompact = false } = props;
  const hint = props.shortcut ? `${label} (${props.shortcut})` : label;
  return (
    <button
      ref={props.ref}
      type="button"
      className={classes.button}
      data-tone={tone}
      data-compact={isCompact || undefined}
      data-on={isOn || undefined}
      disabled={isDisabled}
      title={hint}
      onClick={onClick}
      {...(isOn === undefined ? {} : { "aria-pressed": isOn })}
      {...(props.expands === undefined ? {} : { "aria-expanded": props.expands })}
      {...(isCompact ? { "aria-label": label } : {})}
    >
      <span className={classes.face}>
        <Icon size={isCompact ? 18 : 21} aria-hidden="true" />
      </span>
      {!isCompact && <span className={classes.label}>{label}</span>}
    </button>
  );
}
