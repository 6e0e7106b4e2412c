import type { ReactNode } from "react";
import { SourceTaskActions } from "../../../tasks/index.ts";

/** The assignee of a missed call. */
export function CallTask({ callId }: { readonly callId: string }): ReactNode {
  return <SourceTaskActions source={{ source: "call", source_id: callId }} />;
}
