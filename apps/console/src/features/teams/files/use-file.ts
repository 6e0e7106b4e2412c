import { useEffect, useState } from "react";
import { useDownloads } from "../../../platform/downloads/downloads-context.ts";
import type { Attachment } from "../content/attachment.ts";
import { useTeamsChat, useTeamsState } from "../teams-context.ts";

export type FileAddress =
  | { readonly name: "loading" }
  | { readonly name: "there"; readonly address: string }
  | { readonly name: "failed" };

/** An address at which an image or a player finds the file. */
export function useFile(path: string): FileAddress {
  const { files } = useTeamsChat();
  const isConnected = useTeamsState(({ link }) => link.connected);
  const [state, setState] = useState<FileAddress>({ name: "loading" });
  // biome-ignore lint/correctness/useExhaustiveDependencies: what failed without a line is tried again with the next.
  useEffect(() => {
    let isWanted = true;
    files.show(path).then(
      (address) => isWanted && setState({ name: "there", address }),
      () => isWanted && setState({ name: "failed" }),
    );
    return () => {
      isWanted = false;
    };
  }, [files, path, isConnected]);
  return state;
}

/** Saves a file to the user's disk, with its progress in the list of downloads. */
export function useSaveFile(): (attachment: Attachment) => void {
  const { files } = useTeamsChat();
  const downloads = useDownloads();
  return ({ name, path, type, size }) => {
    downloads.start({ name, type, size, source: (signal) => files.fetch(path, signal) });
  };
}
