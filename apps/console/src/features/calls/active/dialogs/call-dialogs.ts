import { useStore } from "zustand";
import { createStore, type StoreApi } from "zustand/vanilla";
import { createServiceContext, useService } from "../../../../platform/service-context.ts";
import type { ActiveCall } from "../../phone/calls/active-call.ts";
import { usePhone } from "../../phone/phone-context.ts";
import { hangUpPlan } from "../call-groups.ts";
import { useAttempt } from "../use-attempt.ts";

/** What can be asked about a call from any screen: a button in it, the bar, the menu or a shortcut. */
export interface CallDialog {
  readonly kind: "transfer" | "addCall" | "split";
  readonly callId: string;
}

/** Which dialog about a call is open. One for the whole console, since its host must outlive the pages. */
export class CallDialogs {
  readonly state: StoreApi<{ readonly open: CallDialog | undefined }>;

  constructor() {
    this.state = createStore<{ readonly open: CallDialog | undefined }>()(() => ({ open: undefined }));
  }

  show(kind: CallDialog["kind"], callId: string): void {
    this.state.setState({ open: { kind, callId } });
  }

  close(): void {
    this.state.setState({ open: undefined });
  }
}

const CallDialogsContext = createServiceContext<CallDialogs>("CallDialogs");
export const CallDialogsProvider = CallDialogsContext.Provider;

export function useCallDialogs(): CallDialogs {
  return useService(CallDialogsContext);
}

export function useOpenCallDialog(): CallDialog | undefined {
  return useStore(useCallDialogs().state, (state) => state.open);
}

/** Hangs up as the specification says: alone, both of two, or after asking among three. */
export function useHangUp(): (call: ActiveCall) => void {
  const phone = usePhone();
  const dialogs = useCallDialogs();
  const attempt = useAttempt();
  return (call) => {
    const plan = hangUpPlan(call, phone.state.getState().calls);
    if (plan.kind === "ask") dialogs.show("split", call.id);
    else for (const id of plan.ids) void attempt(() => phone.hangUp(id));
  };
}
