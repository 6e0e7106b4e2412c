import type { SmsMedia } from "@offhook/contract";
import { attachmentKind } from "@offhook/ui/attachment-kind";
import { Attachments, type MessageFile } from "@offhook/ui/conversation";
import type { ReactNode } from "react";
import { useDownloads } from "../../../../platform/downloads/downloads-context.ts";
import { latePart } from "../../../../platform/rendering/late.tsx";

const FileViewer = latePart(() => import("@offhook/ui/viewers"), "FileViewer");

export interface MediaGroupProps {
  readonly media: readonly SmsMedia[];
}

/** The files of a text. */
export function MediaGroup({ media }: MediaGroupProps): ReactNode {
  const downloads = useDownloads();
  const download = ({ name, source, type, size }: MessageFile): void => {
    downloads.start({ name, source, type, size });
  };
  const files = media.map(({ name, value, type, size }) => ({
    name,
    source: value,
    type,
    size,
    kind: attachmentKind(type, name),
  }));
  return <Attachments files={files} onDownload={download} viewer={FileViewer} />;
}
