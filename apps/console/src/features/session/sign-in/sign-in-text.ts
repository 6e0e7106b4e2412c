import { failureText } from "../../../platform/api/api-failure.ts";
import { SignInError } from "../session.ts";

/** What the user reads when a sign-in fails. */
export function signInText(failure: unknown): string {
  return failure instanceof SignInError ? failure.message : failureText(failure);
}
