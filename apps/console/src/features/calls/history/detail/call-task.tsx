import type { ReactNode } from "react";
import { SourceTaskActions } from "../../../tasks/index.ts";

/** Who sees to a missed call. */
export function CallTask({ callId }: { readonly callId: string }): ReactNode {
  return <SourceTaskActions source={{ source: "call", source_id: callId }} />;
}
