import { CircleAlert } from "lucide-react";
import type { ButtonHTMLAttributes, ReactNode } from "react";
import classes from "./auth.module.css";

export interface AuthHeadingProps {
  readonly title: string;
  readonly children?: ReactNode;
}

export function AuthHeading({ title, children }: AuthHeadingProps): ReactNode {
  return (
    <div className={classes.heading}>
      <h1 className={classes.title}>{title}</h1>
      {children !== undefined && <p className={classes.text}>{children}</p>}
    </div>
  );
}

export interface AuthButtonProps extends Omit<ButtonHTMLAttributes<HTMLButtonElement>, "className" | "type"> {
  readonly type?: "button" | "submit";
  readonly kind?: "primary" | "secondary" | "quiet";
  readonly isBusy?: boolean;
}

export function AuthButton(props: AuthButtonProps): ReactNode {
  const { type = "button", kind = "primary", isBusy = false, disabled = false, children, ...button } = props;
  // Busy is not disabled: a disabled button loses the focus, and keyboard users would have to start over.
  return (
    <button
      {...button}
      type={type}
      className={classes.button}
      data-kind={kind}
      data-busy={isBusy}
      aria-busy={isBusy}
      disabled={disabled}
      onClick={(event) => {
        if (isBusy) event.preventDefault();
        else button.onClick?.(event);
      }}
    >
      {children}
    </button>
  );
}

/** Red, and heard at once. The region stands from the start, or a screen reader would miss its first words. */
export function AuthAlert({ children }: { readonly children: string | undefined }): ReactNode {
  return (
    <div role="alert">
      {children !== undefined && (
        <p className={classes.alert}>
          <CircleAlert size={18} aria-hidden="true" />
          <span>{children}</span>
        </p>
      )}
    </div>
  );
}
