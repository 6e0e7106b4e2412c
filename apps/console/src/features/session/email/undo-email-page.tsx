import { Link, useNavigate, useParams } from "@tanstack/react-router";
import { type ReactNode, useState } from "react";
import { failureText } from "../../../platform/api/api-failure.ts";
import { usePlatform } from "../../../platform/platform-context.tsx";
import classes from "../auth.module.css";
import { AuthAlert, AuthButton, AuthHeading } from "../auth-parts.tsx";

/** Where the link leads that warns the former address. */
export function UndoEmailPage(): ReactNode {
  const { client } = usePlatform();
  const { token } = useParams({ from: "/open/email/undo/$token" });
  const navigate = useNavigate();
  const [restored, setRestored] = useState<string>();
  const [isBusy, setIsBusy] = useState(false);
  const [error, setError] = useState<string>();

  const undo = async (): Promise<void> => {
    setIsBusy(true);
    setError(undefined);
    try {
      const { email, reset } = await client.undoEmail({ body: { token } });
      if (reset !== null) await navigate({ to: "/reset/$token", params: { token: reset }, replace: true });
      setRestored(email);
    } catch (failure) {
      setError(failureText(failure));
      setIsBusy(false);
    }
  };

  if (restored !== undefined)
    return (
      <>
        <AuthHeading title="Your address is restored.">
          You have been signed out on all devices. Sign in as {restored} with Google or Office 365.
        </AuthHeading>
        <Link to="/login" className={classes.button} data-kind="primary">
          Back to sign-in
        </Link>
      </>
    );
  return (
    <>
      <AuthHeading title="Take your address back">
        Do this if you did not change it yourself. Your account goes back to this address, every device is
        signed out, and you set a new password.
      </AuthHeading>
      <AuthAlert>{error}</AuthAlert>
      <AuthButton isBusy={isBusy} onClick={() => void undo()}>
        This was not me
      </AuthButton>
      <Link to="/login" className={classes.link}>
        Leave it as it is
      </Link>
    </>
  );
}
