import type { Caller, CallRecord } from "@offhook/contract";
import type { ReactNode } from "react";
import { useUser } from "../../../session/index.ts";
import { callEntry, canCallBack } from "../call-entry.ts";
import { CallerActions } from "./caller-actions.tsx";

export interface CallActionsProps {
  readonly record: CallRecord;
  readonly caller: Caller;
}

/** What one does about a call. */
export function CallActions({ record, caller }: CallActionsProps): ReactNode {
  const { id } = useUser();
  if (!canCallBack(record)) return null;
  const { actionText } = callEntry(record, caller.name, id);
  return <CallerActions number={record.number} name={record.name} caller={caller} callText={actionText} />;
}
