import { Link } from "@tanstack/react-router";
import { MailCheck } from "lucide-react";
import type { ReactNode } from "react";
import classes from "../auth.module.css";
import { AuthHeading } from "../auth-parts.tsx";

export function ResetSuccessPage(): ReactNode {
  return (
    <>
      <span className={classes.badge}>
        <MailCheck size={26} aria-hidden="true" />
      </span>
      <AuthHeading title="Check your inbox.">
        We've sent you an email with a link to reset your password.
      </AuthHeading>
      <p className={classes.text}>
        Nothing there?{" "}
        <Link to="/reset" className={classes.inlineLink}>
          resend the email
        </Link>
      </p>
      <Link to="/login" className={classes.button} data-kind="primary">
        Back to sign-in
      </Link>
    </>
  );
}
