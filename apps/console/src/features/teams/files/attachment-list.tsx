import { Attachments, type MessageFile } from "@offhook/ui/conversation";
import type { ReactNode } from "react";
import { useDownloads } from "../../../platform/downloads/downloads-context.ts";
import { latePart } from "../../../platform/rendering/late.tsx";
import type { Attachment } from "../content/attachment.ts";
import { useTeamsChat } from "../teams-context.ts";
import { useShowFile } from "./use-show-file.ts";

const FileViewer = latePart(() => import("@offhook/ui/viewers"), "FileViewer");

export interface AttachmentListProps {
  readonly attachments: readonly Attachment[];
}

/** The files of a message. */
export function AttachmentList({ attachments }: AttachmentListProps): ReactNode {
  return attachments.length === 0 ? null : <Listed attachments={attachments} />;
}

/** Most messages carry no file and should not listen to the line. */
function Listed({ attachments }: AttachmentListProps): ReactNode {
  const chat = useTeamsChat();
  const downloads = useDownloads();
  const show = useShowFile();
  const download = ({ name, source, type, size }: MessageFile): void => {
    downloads.start({ name, type, size, source: (signal) => chat.files.fetch(source, signal) });
  };
  const files = attachments.map((attachment) => ({ ...attachment, source: attachment.path }));
  return <Attachments files={files} show={show} onDownload={download} viewer={FileViewer} />;
}
