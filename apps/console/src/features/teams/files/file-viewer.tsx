import { ImageViewer, PdfDialog, VideoDialog } from "@offhook/ui/viewers";
import { type ReactNode, useEffect, useState } from "react";
import type { Attachment } from "../content/attachment.ts";
import { useTeamsChat } from "../teams-context.ts";
import { useFile, useSaveFile } from "./use-file.ts";

export interface FileViewerProps {
  readonly attachment: Attachment;
  /** All pictures of the message, to leaf through. */
  readonly images: readonly Attachment[];
  readonly onOpen: (attachment: Attachment) => void;
  readonly onClose: () => void;
}

/** A file over the page: a picture, a document or a film. */
export function FileViewer(props: FileViewerProps): ReactNode {
  const { attachment, onClose } = props;
  const file = useFile(attachment.path);
  const save = useSaveFile();
  if (attachment.kind === "image") return <Pictures {...props} />;
  if (file.name !== "there") return null;
  const { name } = attachment;
  return attachment.kind === "pdf" ? (
    <PdfDialog
      isOpen
      name={name}
      source={{ url: file.address }}
      onClose={onClose}
      onDownload={() => save(attachment)}
    />
  ) : (
    <VideoDialog
      isOpen
      name={name}
      source={file.address}
      onClose={onClose}
      onDownload={() => save(attachment)}
    />
  );
}

function Pictures({ attachment, images, onOpen, onClose }: FileViewerProps): ReactNode {
  const { files } = useTeamsChat();
  const save = useSaveFile();
  const [addresses, setAddresses] = useState<ReadonlyMap<string, string>>(new Map());
  useEffect(() => {
    let isWanted = true;
    for (const { path } of images)
      files.show(path).then(
        (address) => isWanted && setAddresses((known) => new Map(known).set(path, address)),
        () => {},
      );
    return () => {
      isWanted = false;
    };
  }, [files, images]);
  const shown = images.filter(({ path }) => addresses.has(path));
  const index = shown.findIndex(({ path }) => path === attachment.path);
  if (index === -1) return null;
  return (
    <ImageViewer
      isOpen
      images={shown.map(({ path, name }) => ({ src: addresses.get(path) ?? "", name }))}
      index={index}
      onIndexChange={(next) => {
        const image = shown[next];
        if (image) onOpen(image);
      }}
      onClose={onClose}
      onDownload={() => save(attachment)}
    />
  );
}
