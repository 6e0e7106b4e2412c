import { Eye, EyeOff } from "lucide-react";
import { type ReactNode, useState } from "react";
import classes from "./auth.module.css";
import { Field, type FieldProps } from "./field.tsx";

const ICON_SIZE = 18;

export function PasswordField(props: Omit<FieldProps, "type" | "end">): ReactNode {
  const [isShown, setIsShown] = useState(false);
  const Icon = isShown ? EyeOff : Eye;
  return (
    <Field
      {...props}
      type={isShown ? "text" : "password"}
      spellCheck={false}
      autoCapitalize="none"
      end={
        <button
          type="button"
          className={classes.inputButton}
          aria-label={isShown ? "Hide password" : "Show password"}
          aria-pressed={isShown}
          onClick={() => setIsShown(!isShown)}
        >
          <Icon size={ICON_SIZE} aria-hidden="true" />
        </button>
      }
    />
  );
}
