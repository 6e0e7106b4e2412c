import type { ReactNode } from "react";
import type { BlockedNumbers } from "./blocked-numbers.ts";
import type { CallHistory } from "./call-history.ts";
import { BlockedNumbersProvider, CallHistoryProvider } from "./history-context.ts";

export interface HistoryProviderProps {
  readonly services: { readonly history: CallHistory; readonly blocked: BlockedNumbers };
  readonly children: ReactNode;
}

export function HistoryProvider({ services, children }: HistoryProviderProps): ReactNode {
  return (
    <CallHistoryProvider value={services.history}>
      <BlockedNumbersProvider value={services.blocked}>{children}</BlockedNumbersProvider>
    </CallHistoryProvider>
  );
}
