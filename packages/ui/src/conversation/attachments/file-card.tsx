import { Loader, VisuallyHidden } from "@mantine/core";
import {
  Download,
  File,
  FileImage,
  FileMusic,
  FileSpreadsheet,
  FileText,
  FileVideo,
  type LucideIcon,
  Play,
  Presentation,
} from "lucide-react";
import type { ReactNode } from "react";
import { formatBytes } from "../../format/bytes.ts";
import { type AttachmentKind, attachmentKindName } from "./attachment-kind.ts";
import classes from "./attachments.module.css";
import type { MessageFile } from "./message-file.ts";
import type { FileAddress } from "./use-addresses.ts";

export const FILE_ICONS: Readonly<Record<AttachmentKind, LucideIcon>> = {
  image: FileImage,
  video: FileVideo,
  audio: FileMusic,
  pdf: FileText,
  doc: FileText,
  excel: FileSpreadsheet,
  powerpoint: Presentation,
  file: File,
};

export interface FileCardProps {
  readonly file: MessageFile;
  /** How far it is on its way to the viewer. */
  readonly state: FileAddress["name"];
  /** Left out: no viewer can show it, and a press downloads it. */
  readonly onOpen: (() => void) | undefined;
  readonly onDownload: () => void;
}

export function FileCard({ file, state, onOpen, onDownload }: FileCardProps): ReactNode {
  const { name, kind } = file;
  return (
    <div className={classes.card} data-kind={kind}>
      <button type="button" className={classes.cardMain} onClick={onOpen ?? onDownload}>
        <VisuallyHidden>{onOpen ? "Open " : "Download "}</VisuallyHidden>
        <CardIcon kind={kind} isLoading={state === "loading"} />
        <span className={classes.facts}>
          <span className={classes.fileName}>{name}</span>
          <span className={classes.fileSize}>
            {state === "failed" ? "Couldn't be loaded. Try again" : factsOf(file)}
          </span>
        </span>
        {!onOpen && <Download size={17} aria-hidden="true" />}
      </button>
      {onOpen && (
        <button
          type="button"
          className={classes.side}
          aria-label={`Download ${name}`}
          title="Download"
          onClick={onDownload}
        >
          <Download size={17} aria-hidden="true" />
        </button>
      )}
    </div>
  );
}

function factsOf({ kind, size }: MessageFile): string {
  return [attachmentKindName(kind), size > 0 ? formatBytes(size) : ""].filter(Boolean).join(" · ");
}

function CardIcon({
  kind,
  isLoading,
}: {
  readonly kind: AttachmentKind;
  readonly isLoading: boolean;
}): ReactNode {
  const Icon = kind === "video" ? Play : FILE_ICONS[kind];
  return (
    <span className={classes.icon}>
      {isLoading ? <Loader size={18} aria-label="Opening" /> : <Icon size={20} aria-hidden="true" />}
    </span>
  );
}
