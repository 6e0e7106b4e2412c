import { Link, useParams } from "@tanstack/react-router";
import { CircleCheck } from "lucide-react";
import { type ReactNode, useState } from "react";
import { failureText } from "../../../platform/api/api-failure.ts";
import { usePlatform } from "../../../platform/platform-context.tsx";
import classes from "../auth.module.css";
import { AuthAlert, AuthButton, AuthHeading } from "../auth-parts.tsx";

/** Where the link mailed to a new address leads. Programs that look at mail open links too, so it takes a click. */
export function ConfirmEmailPage(): ReactNode {
  const { client } = usePlatform();
  const { token } = useParams({ from: "/open/email/$token" });
  const [email, setEmail] = useState<string>();
  const [isBusy, setIsBusy] = useState(false);
  const [error, setError] = useState<string>();

  const confirm = async (): Promise<void> => {
    setIsBusy(true);
    setError(undefined);
    try {
      setEmail((await client.confirmEmail({ body: { token } })).email);
    } catch (failure) {
      setError(failureText(failure));
      setIsBusy(false);
    }
  };

  if (email !== undefined)
    return (
      <>
        <span className={classes.badge}>
          <CircleCheck size={26} aria-hidden="true" />
        </span>
        <AuthHeading title="Your address is confirmed.">From now on you sign in as {email}.</AuthHeading>
        <Link to="/" className={classes.button} data-kind="primary">
          Open Offhook
        </Link>
      </>
    );
  return (
    <>
      <AuthHeading title="Confirm your new address">
        From then on you sign in with it, and mail goes there.
      </AuthHeading>
      <AuthAlert>{error}</AuthAlert>
      <AuthButton isBusy={isBusy} onClick={() => void confirm()}>
        Confirm the address
      </AuthButton>
    </>
  );
}
