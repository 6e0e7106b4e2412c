import { Link, useParams } from "@tanstack/react-router";
import { type ReactNode, useEffect, useRef, useState } from "react";
import classes from "../auth.module.css";
import { AuthAlert, AuthHeading } from "../auth-parts.tsx";
import { useSession } from "../session-context.tsx";
import { signInText } from "./sign-in-text.ts";

/** Signs in with a single-use link. */
export function LoginTokenPage(): ReactNode {
  const session = useSession();
  const { id } = useParams({ from: "/guest/loginToken/$id" });
  const [error, setError] = useState<string>();
  const usedId = useRef<string>(undefined);

  useEffect(() => {
    // The link works once: a second run of this effect would find it used up.
    if (usedId.current === id) return;
    usedId.current = id;
    session.signInWithToken(id).catch((failure: unknown) => setError(signInText(failure)));
  }, [session, id]);

  return (
    <>
      <AuthHeading title={error === undefined ? "Signing you in" : "That did not work"}>
        {error === undefined ? "One moment, please." : undefined}
      </AuthHeading>
      <AuthAlert>{error}</AuthAlert>
      {error !== undefined && (
        <Link to="/login" className={classes.link}>
          Go to sign-in
        </Link>
      )}
    </>
  );
}
