import type { ShowFile } from "@offhook/ui/file-addresses";
import { useCallback } from "react";
import { useTeamsChat, useTeamsState } from "../teams-context.ts";

/** Makes addresses of the service's files. What failed without a line is asked for again with the next. */
export function useShowFile(): ShowFile {
  const { files } = useTeamsChat();
  const isConnected = useTeamsState(({ link }) => link.connected);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new function is what makes everybody ask again.
  return useCallback((path: string) => files.show(path), [files, isConnected]);
}
