import { lazy } from "react";

/** The form of a contact, loaded when it is first opened. It needs a Suspense above it. */
export const LazyContactDialog = lazy(async () => ({
  default: (await import("./contact-dialog.tsx")).ContactDialog,
}));
