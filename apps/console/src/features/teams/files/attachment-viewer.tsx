import { FileViewer } from "@offhook/ui/viewers";
import { type ReactNode, useEffect, useState } from "react";
import type { Attachment } from "../content/attachment.ts";
import { useTeamsChat, useTeamsState } from "../teams-context.ts";
import { useSaveFile } from "./use-file.ts";

export interface AttachmentViewerProps {
  readonly attachment: Attachment;
  /** All pictures of the message, to leaf through; a document or a film alone. */
  readonly attachments: readonly Attachment[];
  readonly onOpen: (attachment: Attachment) => void;
  readonly onClose: () => void;
}

/** A file of a message over the page, as soon as it has come. */
export function AttachmentViewer(props: AttachmentViewerProps): ReactNode {
  const { attachment, attachments, onOpen, onClose } = props;
  const addresses = useAddresses(attachments);
  const save = useSaveFile();
  const kind = attachment.kind === "pdf" || attachment.kind === "video" ? attachment.kind : "image";
  const shown = attachments.filter(({ path }) => addresses.has(path));
  return (
    <FileViewer
      files={shown.map(({ path, name }) => ({ kind, name, address: addresses.get(path) ?? "" }))}
      index={shown.findIndex(({ path }) => path === attachment.path)}
      onIndexChange={(next) => onOpen(shown[next] ?? attachment)}
      onDownload={() => save(attachment)}
      onClose={onClose}
    />
  );
}

function useAddresses(attachments: readonly Attachment[]): ReadonlyMap<string, string> {
  const { files } = useTeamsChat();
  const isConnected = useTeamsState(({ link }) => link.connected);
  const [addresses, setAddresses] = useState<ReadonlyMap<string, string>>(new Map());
  // biome-ignore lint/correctness/useExhaustiveDependencies: what failed without a line is tried again with the next.
  useEffect(() => {
    let isWanted = true;
    for (const { path } of attachments)
      files.show(path).then(
        (address) => isWanted && setAddresses((known) => new Map(known).set(path, address)),
        () => {},
      );
    return () => {
      isWanted = false;
    };
  }, [files, attachments, isConnected]);
  return addresses;
}
