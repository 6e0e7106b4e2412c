import { type InputHTMLAttributes, type ReactNode, type Ref, useId } from "react";
import classes from "./auth.module.css";

export interface FieldProps extends Omit<InputHTMLAttributes<HTMLInputElement>, "onChange" | "className"> {
  readonly label: string;
  readonly error?: string | undefined;
  readonly onChange: (value: string) => void;
  /** Stands inside the field, at its end. */
  readonly end?: ReactNode;
  readonly ref?: Ref<HTMLInputElement>;
}

/** A plain input: the sign-in page has to be there before the component library would be. */
export function Field({ label, error, onChange, end, ref, ...input }: FieldProps): ReactNode {
  const id = useId();
  const errorId = `${id}-error`;
  return (
    <div className={classes.field}>
      <label className={classes.label} htmlFor={id}>
        {label}
      </label>
      <div className={classes.inputBox} data-invalid={error !== undefined}>
        <input
          {...input}
          ref={ref}
          id={id}
          className={classes.input}
          aria-invalid={error !== undefined}
          aria-describedby={error === undefined ? undefined : errorId}
          onChange={(event) => onChange(event.target.value)}
        />
        {end}
      </div>
      {/* Its line is kept, so that the form does not jump when a message comes. */}
      <p className={classes.fieldError} id={errorId} aria-live="polite">
        {error}
      </p>
    </div>
  );
}
