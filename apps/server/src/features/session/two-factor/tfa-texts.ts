import type { TfaMethod, TfaRequired, TfaSent, TfaType } from "@offhook/contract";
import { assertNever } from "@offhook/kernel";

/** Enough to recognize the address, too little to learn it. */
export function maskEmail(address: string): string {
  const at = address.lastIndexOf("@");
  return at < 1 ? "***" : `${address.slice(0, 1)}***${address.slice(at)}`;
}

export function maskNumber(number: string): string {
  return `*** ${number.replace(/\D/g, "").slice(-4)}`;
}

/** `value` is masked already. */
export function describeMethod(type: TfaType, value: string): TfaMethod {
  switch (type) {
    case "app":
      return {
        type,
        value,
        title: "Authenticator app",
        description: "Use the code your authenticator app shows.",
      };
    case "email":
      return { type, value, title: "Email", description: `Get a code by email to ${value}.` };
    case "sms":
      return { type, value, title: "Text message", description: `Get a code by text message to ${value}.` };
    case "recovery":
      return {
        type,
        value,
        title: "Recovery code",
        description: "Use one of the recovery codes you have saved.",
      };
    default:
      return assertNever(type);
  }
}

export function describeChoice(methods: readonly TfaMethod[]): Pick<TfaRequired, "title" | "description"> {
  return {
    title: "Two-factor authentication",
    description:
      methods.length > 0
        ? "Choose how you want to verify your identity."
        : "None of your ways to confirm a sign-in can be used right now. Please ask your administrator for help.",
  };
}

export function describeEntry(type: TfaType, value: string): Pick<TfaSent, "title" | "description"> {
  switch (type) {
    case "app":
      return {
        title: "Enter the code from your app",
        description: "Open your authenticator app and enter the 6-digit code it shows for Offhook.",
      };
    case "email":
      return { title: "Check your email", description: `Enter the 6-digit code we have sent to ${value}.` };
    case "sms":
      return { title: "Check your phone", description: `Enter the 6-digit code we have sent to ${value}.` };
    case "recovery":
      return {
        title: "Enter a recovery code",
        description: "Each of your recovery codes works once.",
      };
    default:
      return assertNever(type);
  }
}
