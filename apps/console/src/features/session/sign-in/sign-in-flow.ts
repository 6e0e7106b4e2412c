import type { TfaRequired, TfaSent, TfaType } from "@offhook/contract";

/** A code that is on its way, or has arrived. */
export interface SentCode {
  readonly sent: TfaSent;
  readonly at: number;
}

/**
 *     credentials ──tfaRequired──▶ method ──codeSent──▶ code
 *          ▲                        │  ▲                 │
 *          └────────cancel──────────┘  └──back, resend───┤
 *          └──────────────────cancel─────────────────────┘
 */
export type SignInStep =
  | { readonly name: "credentials" }
  | { readonly name: "method"; readonly tfa: TfaRequired; readonly codes: readonly SentCode[] }
  | {
      readonly name: "code";
      readonly tfa: TfaRequired;
      readonly codes: readonly SentCode[];
      readonly code: SentCode;
    };

export type SignInEvent =
  | { readonly type: "tfaRequired"; readonly tfa: TfaRequired }
  | { readonly type: "codeSent"; readonly code: SentCode }
  | { readonly type: "back" }
  | { readonly type: "cancel" };

export const FIRST_STEP: SignInStep = { name: "credentials" };

/** Pure. Canceling drops the two-factor data; asking for a new code goes back to the choice of method. */
export function stepSignIn(step: SignInStep, event: SignInEvent): SignInStep {
  switch (event.type) {
    case "tfaRequired":
      return { name: "method", tfa: event.tfa, codes: [] };
    case "codeSent": {
      // A reply that comes after the user canceled must not bring them back.
      if (step.name !== "method") return step;
      const others = step.codes.filter(({ sent }) => sent.type !== event.code.sent.type);
      return { name: "code", tfa: step.tfa, codes: [...others, event.code], code: event.code };
    }
    case "back":
      return step.name === "code" ? { name: "method", tfa: step.tfa, codes: step.codes } : step;
    case "cancel":
      return FIRST_STEP;
  }
}

const MS_PER_SECOND = 1000;

/** The code to enter when a method is chosen again before another one may be sent. */
export function codeOnItsWay(codes: readonly SentCode[], type: TfaType, now: number): SentCode | undefined {
  return codes.find(({ sent, at }) => sent.type === type && now < at + sent.resendTimeout * MS_PER_SECOND);
}
