import type { ReactNode } from "react";
import { SecurityPanel } from "../../../session/index.ts";
import { useIsFound } from "../setting-row.tsx";

/** Password, second factors and devices, which belong to the session feature. Found and hidden as one. */
export function SecuritySettings(): ReactNode {
  const isFound = useIsFound(
    "Security password change two-factor second factor authenticator recovery codes devices sessions sign out",
  );
  return isFound ? (
    <div data-setting>
      <SecurityPanel />
    </div>
  ) : null;
}
