import type { TfaRequired, TfaSent } from "@offhook/contract";

/**
 *     credentials ──tfaRequired──▶ method ──codeSent──▶ code
 *          ▲                        │  ▲                 │
 *          └────────cancel──────────┘  └──back, resend───┤
 *          └──────────────────cancel─────────────────────┘
 */
export type SignInStep =
  | { readonly name: "credentials" }
  | { readonly name: "method"; readonly tfa: TfaRequired }
  | { readonly name: "code"; readonly tfa: TfaRequired; readonly sent: TfaSent; readonly sentAt: number };

export type SignInEvent =
  | { readonly type: "tfaRequired"; readonly tfa: TfaRequired }
  | { readonly type: "codeSent"; readonly sent: TfaSent; readonly at: number }
  | { readonly type: "back" }
  | { readonly type: "cancel" };

export const FIRST_STEP: SignInStep = { name: "credentials" };

/** Pure. Cancelling drops the two-factor data; asking for a new code goes back to the choice of method. */
export function stepSignIn(step: SignInStep, event: SignInEvent): SignInStep {
  switch (event.type) {
    case "tfaRequired":
      return { name: "method", tfa: event.tfa };
    case "codeSent":
      // A reply that comes after the user cancelled must not bring him back.
      return step.name === "method"
        ? { name: "code", tfa: step.tfa, sent: event.sent, sentAt: event.at }
        : step;
    case "back":
      return step.name === "code" ? { name: "method", tfa: step.tfa } : step;
    case "cancel":
      return FIRST_STEP;
  }
}
