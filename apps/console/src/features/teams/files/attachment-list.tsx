import { VisuallyHidden } from "@mantine/core";
import { formatBytes } from "@offhook/ui/format";
import { AudioPlayer } from "@offhook/ui/players";
import {
  Download,
  File,
  FileImage,
  FileMusic,
  FileSpreadsheet,
  FileText,
  FileVideo,
  ImageOff,
  type LucideIcon,
  Play,
  Presentation,
} from "lucide-react";
import { type ReactNode, useState } from "react";
import { latePart } from "../../../platform/rendering/late.tsx";
import { type Attachment, type AttachmentKind, attachmentKindName } from "../content/attachment.ts";
import classes from "./attachment-list.module.css";
import { useFile, useSaveFile } from "./use-file.ts";

const AttachmentViewer = latePart(() => import("./attachment-viewer.tsx"), "AttachmentViewer");

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

export interface AttachmentListProps {
  readonly attachments: readonly Attachment[];
}

/** The files of a message: pictures and players as such, everything else by its name. */
export function AttachmentList({ attachments }: AttachmentListProps): ReactNode {
  const [open, setOpen] = useState<Attachment>();
  if (attachments.length === 0) return null;
  return (
    <ul className={classes.list} aria-label="Attachments">
      {attachments.map((attachment) => (
        <li key={attachment.path}>
          <AttachmentView attachment={attachment} onOpen={() => setOpen(attachment)} />
        </li>
      ))}
      {open && (
        <AttachmentViewer
          attachment={open}
          attachments={open.kind === "image" ? attachments.filter(({ kind }) => kind === "image") : [open]}
          onOpen={setOpen}
          onClose={() => setOpen(undefined)}
        />
      )}
    </ul>
  );
}

interface AttachmentViewProps {
  readonly attachment: Attachment;
  readonly onOpen: () => void;
}

function AttachmentView({ attachment, onOpen }: AttachmentViewProps): ReactNode {
  if (attachment.kind === "image") return <Picture attachment={attachment} onOpen={onOpen} />;
  if (attachment.kind === "audio") return <Sound attachment={attachment} />;
  const canOpen = attachment.kind === "pdf" || attachment.kind === "video";
  return <FileCard attachment={attachment} {...(canOpen ? { onOpen } : {})} />;
}

const MAX_WIDTH = 320;
const MAX_HEIGHT = 240;

/** The room it will take, before it has come: nothing below it moves then. */
function sizeOf({ width, height }: Attachment): { width: number; height: number } {
  if (!width || !height) return { width: 240, height: 180 };
  const scale = Math.min(1, MAX_WIDTH / width, MAX_HEIGHT / height);
  return { width: Math.round(width * scale), height: Math.round(height * scale) };
}

function Picture({ attachment, onOpen }: AttachmentViewProps): ReactNode {
  const file = useFile(attachment.path);
  const size = sizeOf(attachment);
  if (file.name === "failed")
    return (
      <span className={classes.lost} style={size}>
        <ImageOff size={22} aria-hidden="true" />
        {attachment.name} could not be loaded
      </span>
    );
  return (
    <button
      type="button"
      className={classes.picture}
      style={size}
      aria-label={`Open ${attachment.name}`}
      onClick={onOpen}
    >
      {file.name === "there" && <img src={file.address} alt={attachment.name} {...size} decoding="async" />}
    </button>
  );
}

function Sound({ attachment }: { readonly attachment: Attachment }): ReactNode {
  const file = useFile(attachment.path);
  const save = useSaveFile();
  if (file.name === "failed") return <FileCard attachment={attachment} />;
  return (
    <div className={classes.sound}>
      <AudioPlayer
        label={attachment.name}
        url={file.name === "there" ? file.address : undefined}
        duration={(attachment.duration ?? 0) / 1000}
        onDownload={() => save(attachment)}
      />
    </div>
  );
}

function FileCard({
  attachment,
  onOpen,
}: {
  readonly attachment: Attachment;
  readonly onOpen?: () => void;
}): ReactNode {
  const save = useSaveFile();
  const Icon = FILE_ICONS[attachment.kind];
  const { name, size, kind } = attachment;
  const facts = [attachmentKindName(kind), size > 0 ? formatBytes(size) : ""].filter(Boolean).join(" · ");
  return (
    <div className={classes.card} data-kind={kind}>
      <button
        type="button"
        className={classes.cardMain}
        onClick={() => (onOpen ? onOpen() : save(attachment))}
      >
        <VisuallyHidden>{onOpen ? "Open " : "Download "}</VisuallyHidden>
        <span className={classes.icon}>
          {kind === "video" ? <Play size={20} aria-hidden="true" /> : <Icon size={20} aria-hidden="true" />}
        </span>
        <span className={classes.facts}>
          <span className={classes.fileName}>{name}</span>
          <span className={classes.fileSize}>{facts}</span>
        </span>
      </button>
      {onOpen && (
        <button
          type="button"
          className={classes.save}
          aria-label={`Download ${name}`}
          title="Download"
          onClick={() => save(attachment)}
        >
          <Download size={17} aria-hidden="true" />
        </button>
      )}
    </div>
  );
}
